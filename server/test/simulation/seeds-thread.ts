import { parentPort, workerData } from 'node:worker_threads'
import { explainFailure } from './explain-failure.ts'
import { simulate } from './simulate.ts'
import type { SeedRange, SeedsResult } from './simulate-seeds.ts'

/** The thread that `simulateSeeds` starts. */

const { first, last, sabotage, isExplained } = workerData as SeedRange
parentPort?.postMessage(await simulateAll())

async function simulateAll(): Promise<SeedsResult> {
  const options = sabotage === undefined ? {} : { sabotage }
  const counts = new Map<string, number>()
  for (let seed = first; seed <= last; seed += 1) {
    const outcome = await simulate(seed, options)
    for (const [what, count] of outcome.counts) counts.set(what, (counts.get(what) ?? 0) + count)
    const { violation } = outcome
    if (violation === undefined) continue
    const explanation = isExplained === true ? await explainFailure(seed, options) : ''
    return { counts, broken: { rule: violation.rule, explanation } }
  }
  return { counts, broken: undefined }
}
