import { readFileSync } from 'node:fs'

const NS_PER_MS = 1_000_000

export interface ThreadTimes {
  /** How long the thread has computed, in total. */
  readonly ranMs: number
  /** How long it has been ready to compute without a processor, in total. */
  readonly waitedMs: number
}

/** The times of the main thread of a process. Linux counts them; elsewhere, and for a process that has ended, they are 0. */
export function readThreadTimes(pid: number | undefined): ThreadTimes {
  if (pid === undefined) return { ranMs: 0, waitedMs: 0 }
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return { ranMs: Number(ran) / NS_PER_MS, waitedMs: Number(waited) / NS_PER_MS }
  } catch {
    return { ranMs: 0, waitedMs: 0 }
  }
}
