import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainFailure } from './explain-failure.ts'
import { simulate } from './simulate.ts'
import { FAULT_KINDS } from '#test/simulation/world/faults.ts'

const SEEDS = 2_000
/** Of what must happen in all worlds together, this much at least: rules for what never happens hold by themselves. */
const OFTEN = 30
const WHAT_HAPPENS = [
  ...FAULT_KINDS,
  'call',
  'repeated call',
  'cancel',
  'repeat',
  'place given',
  'place waited for',
  'place passed on',
  'run dropped',
  'run replaced',
  'limit changed',
  'taken signal',
  'compared output',
  'end with acceptance',
  'end that came too late',
  'continue',
  'park',
  'hand-over',
  'end',
  'step begun',
  'step retrying',
  'step opened',
  'step waiting',
  'step completed',
  'step failed',
]
/** One seed, to see what happens in it; or a first and a last one, to look further. */
const { MILLRACE_SIMULATION_SEED: oneSeed, MILLRACE_SIMULATION_SEEDS: range } = process.env
const [first = 0, last = SEEDS - 1] = (range?.split('-') ?? []).map(Number)

if (oneSeed === undefined) {
  describe('the engine', () => {
    const counts = new Map<string, number>()

    it(`keeps its promises in ${last - first + 1} worlds, whatever goes wrong in them`, async () => {
      for (let seed = first; seed <= last; seed += 1) {
        const outcome = await simulate(seed)
        if (outcome.violation !== undefined) assert.fail(await explainFailure(seed))
        for (const [what, count] of outcome.counts) counts.set(what, (counts.get(what) ?? 0) + count)
      }
    })

    it('has met there all that can go wrong', { skip: range !== undefined }, () => {
      const seldom = WHAT_HAPPENS.filter((what) => (counts.get(what) ?? 0) < OFTEN)
      assert.deepEqual(seldom, [], JSON.stringify(Object.fromEntries(counts)))
    })
  })
} else {
  it(`the world of seed ${oneSeed}`, async (context) => {
    const { violation, trace } = await simulate(Number(oneSeed), { isTraced: true })
    for (const line of trace) context.diagnostic(line)
    assert.equal(violation, undefined)
  })
}
