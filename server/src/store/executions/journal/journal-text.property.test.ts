import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JournalEntry, JsonValue, StepRecord } from '#domain/index.ts'
import { pageFromText, pageToText, stepsFromText, stepsToText } from './journal-text.ts'

const instant = fc.integer({ min: 0, max: 3 })
const stepRef = fc.record({ nodeId: fc.string(), iteration: fc.string() }, { requiredKeys: ['nodeId'] })
const failure = fc.record({ code: fc.string(), message: fc.string() })
/** Some outputs are the identical value, as when a node passes on its input. */
const shared: readonly JsonValue[] = [{ n: 1 }, [], null, 'text', 0]
const output = fc.oneof(
  fc.constantFrom(...shared),
  fc.jsonValue().map((value) => value as JsonValue),
)
const result = fc
  .tuple(
    stepRef,
    fc.record({
      status: fc.constantFrom('completed' as const, 'failed' as const),
      handle: fc.oneof(fc.constantFrom('main', null, 'true', 'error'), fc.string()),
      output,
      error: fc.option(failure),
      attempts: fc.integer({ min: 1, max: 3 }),
      startedAt: instant,
      endedAt: instant,
    }),
  )
  .map(([at, rest]): StepRecord => ({ ...at, ...rest }))
const begun = stepRef.map((at): JournalEntry => ({ ...at, status: 'begun', attempt: 1, startedAt: 5 }))
const waiting = stepRef.map((at): JournalEntry => ({
  ...at,
  status: 'waiting',
  waitId: 'w',
  for: 'event',
  attempt: 1,
  startedAt: 5,
  until: null,
}))
const steps = fc.array(fc.oneof({ arbitrary: result, weight: 4 }, begun, waiting), { maxLength: 6 })

describe('journal text', () => {
  it('journal text reads back exactly as written, including the order of keys', () => {
    fc.assert(
      fc.property(steps, (entries) => {
        // Compare as text, because JSON has no -0.
        const plain = JSON.stringify(entries)
        assert.equal(JSON.stringify(stepsFromText(stepsToText(entries), undefined)), plain)
        const logs = [{ at: 1, level: 'info' as const, message: 'a', node_id: null }]
        const journal = pageFromText(pageToText(stepsToText(entries), JSON.stringify(logs)), undefined)
        assert.equal(JSON.stringify(journal), JSON.stringify({ steps: entries, logs }))
      }),
    )
  })

  it('journal text written in full by earlier versions is still read', () => {
    fc.assert(
      fc.property(steps, (entries) => {
        const plain = JSON.stringify(entries)
        assert.equal(JSON.stringify(stepsFromText(plain, undefined)), plain)
      }),
    )
  })

  it('journal text with the earlier name of the iteration path is still read', () => {
    const stored =
      '[{"nodeId":"a","frame":"each[0]","output":1,"startedAt":5},{"nodeId":"b","frame":"each[0]","status":"begun","attempt":1,"startedAt":5}]'
    assert.deepEqual(
      stepsFromText(stored, undefined).map((entry) => ('frame' in entry ? 'earlier name' : entry.iteration)),
      ['each[0]', 'each[0]'],
    )
  })

  it('journal text omits the default values of a step', () => {
    const first: StepRecord = {
      nodeId: 'a',
      status: 'completed',
      handle: 'main',
      output: { n: 1 },
      error: null,
      attempts: 1,
      startedAt: 7,
      endedAt: 7,
    }
    const passedOn = { ...first, nodeId: 'b', endedAt: 9 }
    const other = { ...first, nodeId: 'c', output: null, startedAt: 9, endedAt: 9 }
    assert.equal(
      stepsToText([first, passedOn, other]),
      '[{"nodeId":"a","output":{"n":1},"startedAt":7},{"nodeId":"b","endedAt":9},{"nodeId":"c","output":null}]',
    )
  })
})
