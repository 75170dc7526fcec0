import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { simulate } from './simulate.ts'
import { simulateSeeds } from './simulate-seeds.ts'
import { FAULT_KINDS } from '#test/simulation/world/faults.ts'

const SEEDS = 2_000
/** A test has a time limit, also on a busy machine and for a large range. */
const SEEDS_PER_TEST = 500
/** Each of these happens at least this often in all worlds together: a rule proves nothing if its case never occurs. */
const MIN_COUNT = 30
const REQUIRED = [
  ...FAULT_KINDS,
  'call',
  'repeated call',
  'cancel',
  'repeat',
  'slot given',
  'run queued',
  'slot handed over',
  'run dropped',
  'run replaced',
  'limit changed',
  'signal taken',
  'compared output',
  'inline run',
  'run on an old version',
  'first checkpoint: continue',
  'first checkpoint: park',
  'continue',
  'park',
  'hand-over',
  'end',
  'step begun',
  'step retrying',
  'step opened',
  'step waiting',
  'wait moved',
  'step completed',
  'step failed',
  'event',
  'delivery attempt',
  'repeated attempt',
  'expired claim',
  'delivery delivered',
  'delivery failed',
  'endpoint disabled',
  'follow-up run',
  'chain limit',
  'increment',
  'new item',
  'variable',
  'repeated variable',
]
/** One seed, to print its events; or the first and the last seed of another range. */
const { MILLRACE_SIMULATION_SEED: oneSeed, MILLRACE_SIMULATION_SEEDS: range } = process.env
const [first = 0, last = SEEDS - 1] = (range?.split('-') ?? []).map(Number)

if (oneSeed === undefined) {
  describe('The engine in the simulation', () => {
    const counts = new Map<string, number>()

    for (let from = first; from <= last; from += SEEDS_PER_TEST) {
      const to = Math.min(last, from + SEEDS_PER_TEST - 1)
      it(`The engine and the dispatcher keep their promises in the worlds ${from} to ${to}, with faults`, async () => {
        const result = await simulateSeeds({ first: from, last: to, isExplained: true })
        if (result.broken !== undefined) assert.fail(result.broken.explanation)
        for (const [what, count] of result.counts) counts.set(what, (counts.get(what) ?? 0) + count)
      })
    }

    it(
      'The simulation meets every kind of fault and event often enough',
      { skip: range !== undefined },
      () => {
        const rare = REQUIRED.filter((what) => (counts.get(what) ?? 0) < MIN_COUNT)
        assert.deepEqual(rare, [], JSON.stringify(Object.fromEntries(counts)))
      },
    )
  })
} else {
  it(`The engine and the dispatcher keep their promises in the world of seed ${oneSeed}`, async (context) => {
    const { violation, trace } = await simulate(Number(oneSeed), { isTraced: true })
    for (const line of trace) context.diagnostic(line)
    assert.equal(violation, undefined)
  })
}
