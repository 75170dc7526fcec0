import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainFailure } from './explain-failure.ts'
import { simulate } from './simulate.ts'
import { simulateSeeds } from './simulate-seeds.ts'
import { SABOTAGES, type Sabotage } from '#test/simulation/world/world.ts'

/** Each sabotage, and the rule that breaks first. */
const BROKEN_BY: Readonly<Record<Sabotage, string>> = {
  'a checkpoint does not compare the owner': 'only the owner writes',
  'a checkpoint does not compare the sequence': 'checkpoints have consecutive numbers',
  'parking does not compare the number of signals': 'no signal is lost',
  'slots are not counted': 'no more runs than the concurrency limit',
  'a free slot is not handed over': 'no run waits for a free slot',
  'an inline run does not compare its version': 'a run is stored on the version it was computed on',
  'a call starts before its checkpoint is written': 'a call starts after its checkpoint',
  'the key of a call depends on the process': 'a repeated call uses the key of the first call',
  'an end is stored without its event': 'an end is stored with its event',
  'an event is stored without its deliveries': 'an event is stored with one delivery per subscribed endpoint',
  'a delivery claim does not exclude other processes': 'a claim excludes other processes',
  'a delivery claim never expires': 'a due delivery is attempted',
  'a follow-up run starts outside the transaction of the end':
    'an end starts its follow-up runs in its own commit',
  'the chain limit is ignored': 'a chain of follow-up runs is limited',
  'a process is not told that another one cancelled its run': 'a cancel aborts calls in flight',
  'state is written outside the checkpoint': 'state changes in the commit of its step',
  'only_new remembers items before its step is recorded': 'state changes in the commit of its step',
  'a run reads variables again when it is continued': 'a run sees one value of a variable',
}
const WORLDS = 2_000

describe('The simulation', () => {
  for (const sabotage of Object.keys(SABOTAGES) as Sabotage[]) {
    it(`The simulation notices when ${sabotage}`, async () => {
      const { broken } = await simulateSeeds({ first: 0, last: WORLDS - 1, sabotage })
      assert.equal(broken?.rule, BROKEN_BY[sabotage], `in ${WORLDS} worlds`)
    })
  }

  it('The simulation produces the same events for the same seed', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const one = await simulate(seed, { isTraced: true })
      const other = await simulate(seed, { isTraced: true })
      assert.deepEqual(one.trace, other.trace)
      assert.ok(one.trace.length > 0)
    }
  })

  it('The simulation uses no real clock, no real randomness and no real timers', async (context) => {
    const refuse = () => assert.fail('The simulation has its own time and randomness.')
    // Modules that are loaded on first use may use the real clock.
    await simulate(0)
    context.mock.method(Date, 'now', refuse)
    context.mock.method(Math, 'random', refuse)
    context.mock.method(globalThis, 'setTimeout', refuse)
    context.mock.method(globalThis, 'setInterval', refuse)
    for (let seed = 0; seed < 20; seed += 1) await simulate(seed)
    context.mock.restoreAll()
  })

  it('The simulation explains a failure with the faults that it needs and how to reproduce it', async () => {
    const sabotage = 'a call starts before its checkpoint is written'
    let seed = 0
    while ((await simulate(seed, { sabotage })).violation === undefined) seed += 1
    const text = await explainFailure(seed, { sabotage })
    assert.match(text, /a call starts after its checkpoint/)
    assert.match(text, new RegExp(`MILLRACE_SIMULATION_SEED=${seed} `))
  })
})
