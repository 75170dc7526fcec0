import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkHistory } from './check-history.ts'
import { type Rule, RULES } from './history.ts'
import { type MadeUp, soundHistory } from './testing/made-up-history.ts'

/** A fault for every rule; those of the service itself need no history. */
const FAULTS: Readonly<Record<string, readonly [rule: Rule, plant: (history: MadeUp) => void]>> = {
  'an accepted execution that is not stored': ['lost', ({ stored }) => stored.splice(0, 1)],
  'an accepted execution that the API does not know': ['lost', ({ shown }) => shown.set('e1', undefined)],
  'a request that was to be repeated and was not answered': [
    'lost',
    ({ planned }) => planned[0].answers.splice(0),
  ],
  'two executions for one request': ['twice', ({ stored }) => stored.push({ ...stored[0], id: 'e9' })],
  'two answers for one request': ['twice', ({ planned }) => planned[0].answers.push('e9')],
  'an execution that nobody asked for': [
    'twice',
    ({ stored }) => stored.push({ ...stored[0], id: 'e9', token: 'x' }),
  ],
  'an execution that runs for ever': [
    'stuck',
    ({ stored }) => Object.assign(stored[0], { status: 'running', completedAt: null, output: null }),
  ],
  'an execution that waits for ever': [
    'stuck',
    ({ stored }) => Object.assign(stored[0], { status: 'pending', completedAt: null, output: null }),
  ],
  'another output': ['end', ({ stored }) => Object.assign(stored[0], { output: { value: 'other' } })],
  'a failure that was not planned': [
    'end',
    ({ stored }) =>
      Object.assign(stored[0], { status: 'failed', error: { code: 'X', message: '', node_id: null } }),
  ],
  'an end without a time': ['end', ({ stored }) => Object.assign(stored[0], { completedAt: null })],
  'an end before the start': ['end', ({ stored }) => Object.assign(stored[0], { completedAt: 5 })],
  'an end without an output': ['end', ({ stored }) => Object.assign(stored[0], { output: null })],
  'another end in the API': ['shown', ({ shown }) => shown.set('e1', { status: 'failed', output: {} })],
  'a result that is recorded twice': ['result', ({ stored }) => repeatEntry(stored[0], 'completed')],
  'a loop that began twice': ['result', ({ stored }) => repeatEntry(stored[0], 'opened')],
  'a page of the journal that is missing': ['journal', ({ stored }) => stored[0].journal.splice(1, 1)],
  'a page of the journal after the end': [
    'journal',
    ({ stored }) => stored[0].journal.push({ sequence: stored[0].sequence, steps: [], logs: [] }),
  ],
  'a step that goes on after its result': ['journal', ({ stored }) => repeatEntry(stored[0], 'begun')],
  'a wait that is left': ['leftover', ({ stored }) => Object.assign(stored[0], { waits: 1 })],
  'a signal that is left': ['leftover', ({ stored }) => Object.assign(stored[0], { signals: 1 })],
  'a place that is left': ['leftover', ({ stored }) => Object.assign(stored[0], { places: 1 })],
  'one run too many at the same time': [
    'crowded',
    ({ planned, stored }) => {
      const crowd = { name: 'made up', limit: 1 }
      planned[0] = { ...planned[0], crowd }
      planned.push({ ...planned[0], token: 'c', answers: ['e3'], children: 0, effects: [] })
      stored.push({ ...stored[0], id: 'e3', token: 'c' })
    },
  ],
  'a timer that went off too early': [
    'early',
    ({ stored }) => change(stored[0], 'waiting', 'timer', { until: 1_000_000 }),
  ],
  'a retry that came too early': [
    'early',
    ({ stored }) => change(stored[0], 'retrying', 'post', { resumeAt: 1_000_000 }),
  ],
  'a sub-workflow without its parent': [
    'child',
    ({ stored }) => Object.assign(stored[1], { parentId: 'nobody' }),
  ],
  'a sub-workflow that its parent does not know': [
    'child',
    ({ stored }) => Object.assign(stored[1], { parentWaitId: 'other' }),
  ],
  'a sub-workflow that was started twice': ['child', ({ stored }) => stored.push({ ...stored[1], id: 'e9' })],
  'a sub-workflow that was not started': ['child', ({ stored }) => stored.splice(1, 1)],
  'an effect that never happened': ['missing', ({ arrivals }) => arrivals.splice(-1, 1)],
  'an effect that was not planned': [
    'unplanned',
    ({ arrivals }) => arrivals.push({ ...arrivals[0], step: 'other', key: 'other' }),
  ],
  'an effect of nobody': [
    'unplanned',
    ({ arrivals }) => arrivals.push({ ...arrivals[0], token: 'x', key: 'other' }),
  ],
  'an effect without a key': ['key', ({ arrivals }) => Object.assign(arrivals[0], { key: undefined })],
  'a repetition with another key': ['key', ({ arrivals }) => Object.assign(arrivals[0], { key: 'other' })],
  'two effects with one key': [
    'key',
    ({ arrivals }) => arrivals.forEach((arrival) => Object.assign(arrival, { key: 'k' })),
  ],
  'an effect without its entry in the journal': [
    'unbegun',
    ({ arrivals }) => arrivals.push({ ...arrivals[0] }),
  ],
  'a repetition after a cut-off without a warning': [
    'warning',
    ({ stored }) => dropWarning(stored[0], 'was interrupted'),
  ],
  'a repetition after a failure without a warning': [
    'warning',
    ({ stored }) => dropWarning(stored[0], 'failed'),
  ],
  'a repetition of what must not be repeated': [
    'repeated',
    ({ planned }) => Object.assign(planned[0].effects[0] ?? {}, { once: true }),
  ],
  'an effect after the end': ['late', ({ arrivals }) => Object.assign(arrivals[0], { at: 1_000_000 })],
}

describe('the check of a history', () => {
  it('finds nothing wrong with a run that was cut off, failed once, waited and called another', () => {
    assert.deepEqual(checkHistory(soundHistory()), [])
  })

  for (const [name, [rule, plant]] of Object.entries(FAULTS)) {
    it(`finds ${name}`, () => {
      const history = soundHistory()
      plant(history)
      const found = checkHistory(history).map((violation) => violation.rule)
      assert.ok(found.includes(rule), `found ${found.join(', ') || 'nothing'} instead of ${rule}`)
    })
  }

  it('has a fault planted for every rule', () => {
    const planted = new Set(Object.values(FAULTS).map(([rule]) => rule))
    assert.deepEqual(
      Object.keys(RULES).filter((rule) => !planted.has(rule as Rule)),
      ['service'],
    )
  })
})

type Stored = MadeUp['stored'][number]

/** Appends once more what the journal has of the first entry of this kind. */
function repeatEntry({ journal }: Stored, status: string): void {
  const entry = journal.flatMap(({ steps }) => steps).find((one) => one.status === status)
  assert.ok(entry)
  journal.at(-1)?.steps.push(entry)
}

function change({ journal }: Stored, status: string, nodeId: string, values: object): void {
  const entry = journal
    .flatMap(({ steps }) => steps)
    .find((one) => one.status === status && one.nodeId === nodeId)
  assert.ok(entry)
  Object.assign(entry, values)
}

function dropWarning({ journal }: Stored, text: string): void {
  for (const page of journal) {
    const at = page.logs.findIndex(({ message }) => message.includes(text))
    if (at < 0) continue
    page.logs.splice(at, 1)
    return
  }
  assert.fail(`No log entry says "${text}".`)
}
