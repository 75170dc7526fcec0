import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkHistory } from './check-history.ts'
import { type FilesSnapshot, type Rule, RULES } from './history.ts'
import { type SampleHistory, soundHistory } from './testing/sample-history.ts'

/** A violation of every rule; those of the service itself need no history. */
const FAULTS: Readonly<Record<string, readonly [rule: Rule, plant: (history: SampleHistory) => void]>> = {
  'an accepted execution that is not stored': ['lost', ({ stored }) => stored.splice(0, 1)],
  'an accepted execution that the API does not return': ['lost', ({ shown }) => shown.set('e1', undefined)],
  'a repeatable request that was never answered': [
    'lost',
    ({ planned }) => Object.assign(planned[0], { acceptedIds: [], answeredEnds: [] }),
  ],
  'another end in a response': [
    'answered',
    ({ planned }) => planned[0].answeredEnds.push({ status: 'completed', output: { value: 'other' } }),
  ],
  'two executions for one request': ['twice', ({ stored }) => stored.push({ ...stored[0], id: 'e9' })],
  'two responses for one request': ['twice', ({ planned }) => planned[0].acceptedIds.push('e9')],
  'an execution without a request': [
    'twice',
    ({ stored }) => stored.push({ ...stored[0], id: 'e9', token: 'x' }),
  ],
  'an execution that runs forever': [
    'stuck',
    ({ stored }) => Object.assign(stored[0], { status: 'running', completedAt: null, output: null }),
  ],
  'an execution that waits forever': [
    'stuck',
    ({ stored }) => Object.assign(stored[0], { status: 'pending', completedAt: null, output: null }),
  ],
  'another output': ['end', ({ stored }) => Object.assign(stored[0], { output: { value: 'other' } })],
  'an unplanned failure': [
    'end',
    ({ stored }) =>
      Object.assign(stored[0], { status: 'failed', error: { code: 'X', message: '', node_id: null } }),
  ],
  'an end without a time': ['end', ({ stored }) => Object.assign(stored[0], { completedAt: null })],
  'an end before the start': ['end', ({ stored }) => Object.assign(stored[0], { completedAt: 5 })],
  'an end without an output': ['end', ({ stored }) => Object.assign(stored[0], { output: null })],
  'a different end in the API': ['shown', ({ shown }) => shown.set('e1', { status: 'failed', output: {} })],
  'a result that is recorded twice': ['result', ({ stored }) => repeatEntry(stored[0], 'completed')],
  'a loop that began twice': ['result', ({ stored }) => repeatEntry(stored[0], 'opened')],
  'a missing journal page': ['journal', ({ stored }) => stored[0].journal.splice(1, 1)],
  'a journal page after the end': [
    'journal',
    ({ stored }) => stored[0].journal.push({ sequence: stored[0].sequence, steps: [], logs: [] }),
  ],
  'a step that continues after its result': ['journal', ({ stored }) => repeatEntry(stored[0], 'begun')],
  'a leftover wait': ['leftover', ({ stored }) => Object.assign(stored[0], { waits: 1 })],
  'a leftover signal': ['leftover', ({ stored }) => Object.assign(stored[0], { signals: 1 })],
  'a leftover concurrency slot': ['leftover', ({ stored }) => Object.assign(stored[0], { slots: 1 })],
  'one execution too many running concurrently': [
    'concurrency',
    ({ planned, stored }) => {
      const group = { name: 'sample', limit: 1 }
      planned[0] = { ...planned[0], group }
      planned.push({ ...planned[0], token: 'c', acceptedIds: ['e3'], children: 0, effects: [] })
      stored.push({ ...stored[0], id: 'e3', token: 'c' })
    },
  ],
  'a timer that fired too early': [
    'early',
    ({ stored }) => change(stored[0], 'waiting', 'timer', { until: 1_000_000 }),
  ],
  'a retry that started too early': [
    'early',
    ({ stored }) => change(stored[0], 'retrying', 'post', { resumeAt: 1_000_000 }),
  ],
  'a sub-workflow without its parent': [
    'child',
    ({ stored }) => Object.assign(stored[1], { parentId: 'missing' }),
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
  'an effect without a request': [
    'unplanned',
    ({ arrivals }) => arrivals.push({ ...arrivals[0], token: 'x', key: 'other' }),
  ],
  'an effect without a key': ['key', ({ arrivals }) => Object.assign(arrivals[0], { key: undefined })],
  'a repeated attempt with another key': [
    'key',
    ({ arrivals }) => Object.assign(arrivals[0], { key: 'other' }),
  ],
  'two effects with one key': [
    'key',
    ({ arrivals }) => arrivals.forEach((arrival) => Object.assign(arrival, { key: 'k' })),
  ],
  'an effect without its journal entry': ['unbegun', ({ arrivals }) => arrivals.push({ ...arrivals[0] })],
  'a repeated attempt after an interruption without a warning': [
    'warning',
    ({ stored }) => dropWarning(stored[0], 'was interrupted'),
  ],
  'a repeated attempt after a failure without a warning': [
    'warning',
    ({ stored }) => dropWarning(stored[0], 'failed'),
  ],
  'a repetition of an effect that must not be repeated': [
    'repeated',
    ({ planned }) => Object.assign(planned[0].effects[0] ?? {}, { once: true }),
  ],
  'a counter that counted a step twice': ['state', ({ state }) => Object.assign(state, { counter: 2 })],
  'a counter that lost a step': [
    'state',
    ({ stored }) => change(stored[1], 'completed', 'count_run', { output: { value: 2 } }),
  ],
  'an item that was remembered and never passed on': [
    'state',
    ({ state }) => Object.assign(state, { items: ['7', '8'] }),
  ],
  'an item that was passed on twice': [
    'state',
    ({ stored }) => change(stored[1], 'completed', 'fresh', { output: [7, 7] }),
  ],
  'an item that was passed on and forgotten': ['state', ({ state }) => Object.assign(state, { items: [] })],
  'an item of a poll that was handled twice': [
    'poll',
    ({ polled }) => Object.assign(polled, { taken: [1, 2, 2] }),
  ],
  'an item of a poll that was skipped': ['poll', ({ polled }) => Object.assign(polled, { taken: [2] })],
  'an item of a poll that only_new passed on twice': [
    'poll',
    ({ polled }) => Object.assign(polled, { passed: [1, 2, 2] }),
  ],
  'an item of a poll that only_new did not pass on': [
    'poll',
    ({ polled }) => Object.assign(polled, { passed: [1] }),
  ],
  'polls that overlap': ['poll', ({ polled }) => Object.assign(polled, { overlapping: 1 })],
  'an execution that refers to a file without a record': [
    'file',
    changeFiles('afterKills', { files: [], contentIds: [] }),
  ],
  'a file that was deleted though an execution refers to it': [
    'file',
    changeFiles('afterCleanup', { files: [], references: [], contentIds: [], stored: [] }),
  ],
  'an execution whose file is not kept': ['file', changeFiles('afterKills', { references: [] })],
  'a file without its content': ['file', changeFiles('afterKills', { stored: [] })],
  'a content that was removed though a file has it': ['file', changeFiles('afterCleanup', { stored: [] })],
  'a content that is cut off': [
    'file',
    changeFiles('afterKills', { stored: [{ key: 'c1', size: 8, sha256: 'digest' }] }),
  ],
  'a content with other bytes': [
    'file',
    changeFiles('afterKills', { stored: [{ key: 'c1', size: 9, sha256: 'other' }] }),
  ],
  'a content in the file store that no file has': [
    'content',
    ({ files }) => Object.assign(files.afterCleanup, { stored: files.afterKills.stored }),
  ],
  'a record of a content that no file has': [
    'content',
    changeFiles('afterCleanup', { contentIds: ['c1', 'c2'] }),
  ],
  'a file that nothing refers to': ['content', changeFiles('afterCleanup', { holders: [], references: [] })],
  'a file that is kept for a deleted execution': ['content', changeFiles('afterCleanup', { holders: [] })],
  'a content that is never removed': ['content', changeFiles('afterCleanup', { removals: ['c2'] })],
  'an account that pays for a deleted file': [
    'content',
    changeFiles('afterCleanup', { usage: { files: 2, bytes: 9 } }),
  ],
  'an effect after the end': ['late', ({ arrivals }) => Object.assign(arrivals[0], { at: 1_000_000 })],
}

describe('The check of a crash history', () => {
  it('The check accepts a run that was interrupted, failed once, waited and called another workflow', () => {
    assert.deepEqual(checkHistory(soundHistory()), [])
  })

  for (const [name, [rule, plant]] of Object.entries(FAULTS)) {
    it(`The check finds ${name}`, () => {
      const history = soundHistory()
      plant(history)
      const found = checkHistory(history).map((violation) => violation.rule)
      assert.ok(found.includes(rule), `found ${found.join(', ') || 'nothing'} instead of ${rule}`)
    })
  }

  it('Every rule has a test with a violation', () => {
    const planted = new Set(Object.values(FAULTS).map(([rule]) => rule))
    assert.deepEqual(
      Object.keys(RULES).filter((rule) => !planted.has(rule as Rule)),
      ['service'],
    )
  })
})

function changeFiles(when: 'afterKills' | 'afterCleanup', values: Partial<FilesSnapshot>) {
  return ({ files }: SampleHistory) => {
    files[when] = { ...files[when], ...values }
  }
}

type Stored = SampleHistory['stored'][number]

/** Appends a copy of the first journal entry of this kind. */
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
  assert.fail(`No log entry contains "${text}".`)
}
