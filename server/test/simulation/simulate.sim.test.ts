import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainFailure } from './explain-failure.ts'
import { simulate } from './simulate.ts'
import { SABOTAGES, type Sabotage } from '#test/simulation/world/world.ts'

/** What is taken away, and the promise that breaks first without it. */
const BROKEN_BY: Readonly<Record<Sabotage, string>> = {
  'the owner is not compared': 'only the owner writes',
  'the sequence is not compared': 'checkpoints follow one another',
  'the count of signals is not compared': 'no signal is lost',
  'slots are not counted': 'no more runs than the limit',
  'a place that is given back is given to nobody': 'nobody waits for a place that is free',
  'the version of an end is not compared': 'an end belongs to the version it was found on',
  'a call begins before its checkpoint is written': 'a call begins after it is recorded',
  'the key of a call depends on the process': 'a repeated call has the key of the first',
}
const WORLDS = 2_000

describe('a simulation', () => {
  for (const sabotage of Object.keys(SABOTAGES) as Sabotage[]) {
    it(`notices when ${sabotage}`, async () => {
      for (let seed = 0; seed < WORLDS; seed += 1) {
        const { violation } = await simulate(seed, { sabotage })
        if (violation === undefined) continue
        assert.equal(violation.rule, BROKEN_BY[sabotage])
        return
      }
      assert.fail(`Nothing was noticed in ${WORLDS} worlds.`)
    })
  }

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
    // Compilers that are loaded with the first use may ask what they like.
    await simulate(0)
    context.mock.method(Date, 'now', refuse)
    context.mock.method(Math, 'random', refuse)
    context.mock.method(globalThis, 'setTimeout', refuse)
    context.mock.method(globalThis, 'setInterval', refuse)
    for (let seed = 0; seed < 20; seed += 1) await simulate(seed)
    context.mock.restoreAll()
  })

  it('tells of a failure what it takes, and how to see it again', async () => {
    const sabotage = 'a call begins before its checkpoint is written'
    let seed = 0
    while ((await simulate(seed, { sabotage })).violation === undefined) seed += 1
    const text = await explainFailure(seed, { sabotage })
    assert.match(text, /a call begins after it is recorded/)
    assert.match(text, new RegExp(`MILLRACE_SIMULATION_SEED=${seed} `))
  })
})
