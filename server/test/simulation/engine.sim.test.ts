import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainFailure } from './explain-failure.ts'
import { simulate } from './simulate.ts'
import { FAULT_KINDS } from './world/faults.ts'
import { SABOTAGES, type Sabotage } from './world/world.ts'

const SEEDS = 2_000
/** Of what must happen in all worlds together, this much at least: rules for what never happens hold by themselves. */
const OFTEN = 50
const WHAT_HAPPENS = [
  ...FAULT_KINDS,
  'call',
  'repeated call',
  'cancel',
  'taken signal',
  'compared output',
  'go-on',
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
const SABOTAGES_AND_RULES: Readonly<Record<Sabotage, string>> = {
  'the owner is not compared': 'only the owner writes',
  'the sequence is not compared': 'checkpoints follow one another',
  'the count of signals is not compared': 'no signal is lost',
  'a call begins before its checkpoint is written': 'a call begins after it is recorded',
  'the key of a call depends on the process': 'a repeated call has the key of the first',
}

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

  describe('a simulation', () => {
    it('goes the same way for the same seed', async () => {
      for (let seed = 0; seed < 20; seed += 1) {
        const one = await simulate(seed, { isTraced: true })
        const other = await simulate(seed, { isTraced: true })
        assert.deepEqual(one.trace, other.trace)
        assert.ok(one.trace.length > 0)
      }
    })

    it('asks neither the real clock nor real chance, and sets no real timer', async (context) => {
      const refuse = () => assert.fail('A simulation has a time and a chance of its own.')
      await simulate(0)
      for (const [home, name] of [
        [Date, 'now'],
        [Math, 'random'],
        [globalThis, 'setTimeout'],
        [globalThis, 'setInterval'],
      ] as const) {
        context.mock.method(home as { now: () => void }, name as 'now', refuse)
      }
      for (let seed = 0; seed < 20; seed += 1) await simulate(seed)
      context.mock.restoreAll()
    })

    for (const sabotage of Object.keys(SABOTAGES) as Sabotage[]) {
      it(`notices when ${sabotage}`, async () => {
        for (let seed = 0; seed < SEEDS; seed += 1) {
          const { violation } = await simulate(seed, { sabotage })
          if (violation === undefined) continue
          assert.equal(violation.rule, SABOTAGES_AND_RULES[sabotage])
          return
        }
        assert.fail(`Nothing was noticed in ${SEEDS} worlds.`)
      })
    }

    it('tells of a failure what it takes, and how to see it again', async () => {
      const sabotage = 'a call begins before its checkpoint is written'
      let seed = 0
      while ((await simulate(seed, { sabotage })).violation === undefined) seed += 1
      const text = await explainFailure(seed, { sabotage })
      assert.match(text, /a call begins after it is recorded/)
      assert.match(text, new RegExp(`MILLRACE_SIMULATION_SEED=${seed} `))
    })
  })
} else {
  it(`the world of seed ${oneSeed}`, async (context) => {
    const { violation, trace } = await simulate(Number(oneSeed), { isTraced: true })
    for (const line of trace) context.diagnostic(line)
    assert.equal(violation, undefined)
  })
}
