import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Sabotage } from '#test/simulation/world/world.ts'

export interface SeedRange {
  readonly first: number
  readonly last: number
  readonly sabotage?: Sabotage
  /** Whether to look for the smallest world in which the rule breaks. */
  readonly isExplained?: boolean
}

export interface SeedsResult {
  /** How often each thing happened in all worlds. */
  readonly counts: ReadonlyMap<string, number>
  /** The first rule that broke; the worlds after it are not simulated. */
  readonly broken: { readonly rule: string; readonly explanation: string } | undefined
}

/** Simulates worlds in a thread of their own: a test runner follows every promise of its thread, which takes as long as the worlds. */
export async function simulateSeeds(range: SeedRange): Promise<SeedsResult> {
  const thread = new Worker(new URL('./seeds-thread.ts', import.meta.url), { workerData: range })
  try {
    const [result] = (await once(thread, 'message')) as [SeedsResult]
    return result
  } finally {
    await thread.terminate()
  }
}
