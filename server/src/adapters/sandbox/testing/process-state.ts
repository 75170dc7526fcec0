import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Whether a process still runs. One that ended and was not yet collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || readState(pid) !== 'Z'
  } catch {
    return false
  }
}

/** Looks until none of them runs; the limit of time is that of the test. */
export async function untilEnded(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await wait(5)
}

function readState(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2)[0]
}
