import type { ShadowRun } from '@millrace/contract/workflow-shadow.ts'
import { expect, test } from 'vitest'
import { describeRun } from './describe-run.ts'
import { readShadowSearch } from './shadow-search.ts'

const completed = { status: 'completed', error: null } as const
const RUN: ShadowRun = {
  execution_id: '01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa',
  started_at: '2026-01-31T08:30:00.000Z',
  version_number: 3,
  result: 'same',
  message: null,
  before: completed,
  after: completed,
  changes: [],
  differences: [],
  difference_count: 0,
  unanswered: [],
  unanswered_count: 0,
}
const change = { pointer: '/total', before: '20', after: null }
const request = { node_id: 'call', iteration: null, parameters: ['url', 'body'] }
const failure = { code: 'LIMIT', message: 'Too much.', node_id: 'check' }

test.each<[string, Partial<ShadowRun>, string]>([
  ['the same', {}, 'Ends in the same way'],
  ['the same with other steps', { difference_count: 2 }, 'Ends in the same way; 2 steps differ'],
  ['another output', { result: 'changed', changes: [change] }, 'total: 20 → nothing'],
  ['another effect', { result: 'changed' }, 'Would do something else on the way'],
  ['a failure', { result: 'changed', after: { status: 'failed', error: failure } }, 'Would fail: Too much.'],
  [
    'no failure any more',
    { result: 'changed', before: { status: 'failed', error: failure } },
    'Would complete',
  ],
  [
    'a request that changed',
    { result: 'unknown', after: null, unanswered: [{ ...request, reason: 'changed_request' }] },
    'Node call: would send another url, body',
  ],
  [
    'a new node',
    { result: 'unknown', after: null, unanswered: [{ ...request, reason: 'new_node', parameters: [] }] },
    'Node call: new, so no run has an answer for it',
  ],
  ['a run that was not tried', { result: 'failed', message: 'It was too long.' }, 'It was too long.'],
])('a run with %s is described in one line', (_name, run, text) => {
  expect(describeRun({ ...RUN, ...run }, (id) => `Node ${id}`)).toBe(text)
})

test('the address keeps the open run, the result and the count, and ignores anything else', () => {
  expect(readShadowSearch({ tried: 'x', result: 'changed', count: 50, more: 1 })).toEqual({
    tried: 'x',
    result: 'changed',
    count: '50',
  })
  expect(readShadowSearch({ tried: 1, result: 'none', count: '7' })).toEqual({})
})
