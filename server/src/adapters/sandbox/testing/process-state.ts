import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Whether a process is running. A zombie counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readState(pid) !== 'Z'
  } catch {
    return false
  }
}

/** Polls until none of the processes runs. The test's own timeout limits the wait. */
export async function untilEnded(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await wait(5)
}

function readState(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2)[0]
}
