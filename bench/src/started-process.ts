import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** The unit of times in /proc. */
const TICK_MS = 10

export interface StartedProcess {
  readonly url: string
  /** What it printed when it began to listen. */
  readonly announcement: string
  /** From spawn to the first response. */
  readonly startMs: number
  /** Memory of the process in MB, as the operating system counts it. */
  memoryMb(): Promise<number>
  /** Processor time that it has used, all threads together, in steps of ten milliseconds. */
  cpuMs(): Promise<number>
  /** From now on, it computes only while nobody else wants the processors. */
  yieldProcessors(): Promise<void>
  stop(): Promise<void>
}

/** Starts a server that prints its address, and waits for its first response. */
export async function startProcess(
  file: string,
  environment: Readonly<Record<string, string>>,
  probePath: string,
): Promise<StartedProcess> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--expose-gc', file], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, announcement } = await readAddress(child)
  await untilAnswered(`${url}${probePath}`)
  const startMs = performance.now() - startedAt
  return {
    url,
    announcement,
    startMs,
    async memoryMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
    async cpuMs() {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
      // The name in parentheses may contain spaces. User time and system time are the 14th and the 15th field.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
    async yieldProcessors() {
      // On Linux, each thread has a priority of its own.
      for (const thread of await readdir(`/proc/${child.pid}/task`)) {
        setPriority(Number(thread), constants.priority.PRIORITY_LOW)
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function readAddress(child: ChildProcess): Promise<{ url: string; announcement: string }> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    if (address !== undefined) {
      child.stdout?.resume()
      return { url: address, announcement: output }
    }
  }
  throw new Error(`The server exited before it listened: ${output}`)
}

async function untilAnswered(url: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    try {
      await fetch(url)
      return
    } catch {
      await sleep(5)
    }
  }
  throw new Error(`No response from ${url}`)
}
