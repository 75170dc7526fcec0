import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readChildMessage } from './read-child-message.ts'

const read = (message: unknown) => readChildMessage(Buffer.from(JSON.stringify(message)), 'id')

describe('messages of a child', () => {
  it('A valid message of a child is accepted', () => {
    const log = { kind: 'log', level: 'warn', message: 'x' }
    const end = { restingBytes: 1, isSpent: true }
    const value = { kind: 'value', ...end }
    const failure = { kind: 'failure', ...end, reason: 'error', message: 'x', name: 'E', line: 2 }
    const ready = { kind: 'ready', restingBytes: 1 }
    for (const message of [log, value, failure, ready])
      assert.deepEqual(read({ id: 'id', ...message }), message)
  })

  it('An invalid message of a child is refused', () => {
    const id = 'id'
    const wrong = [
      null,
      1,
      [],
      {},
      { id },
      { id, kind: 'other', restingBytes: 1 },
      { id, kind: 'log', level: 'loud', message: 'x' },
      { id, kind: 'log', level: 'info', message: { toString: 1 } },
      { id, kind: 'value' },
      { id, kind: 'value', restingBytes: '1' },
      { id, kind: 'failure', restingBytes: 1, reason: 'aborted', message: 'x' },
      { id, kind: 'failure', restingBytes: 1, reason: 'error' },
      { id, kind: 'ready' },
    ]
    for (const message of wrong) assert.equal(read(message), undefined, JSON.stringify(message))
    assert.equal(readChildMessage(Buffer.from('{'), 'id'), undefined)
    assert.equal(readChildMessage(Buffer.from([0xff]), 'id'), undefined)
  })

  it('A message about another run is refused', () => {
    const value = { kind: 'value', restingBytes: 1 }
    for (const message of [value, { id: 'other', ...value }, { id: 1, ...value }]) {
      assert.equal(read(message), undefined)
    }
  })

  it('A message is truncated to its limits and stripped of unknown fields', () => {
    const failure = { kind: 'failure', restingBytes: 1, reason: 'error', message: 'x'.repeat(1e5), more: 1 }
    const message = read({ id: 'id', ...failure, name: 7, line: -1, column: 1.5 })
    assert.deepEqual(message, {
      kind: 'failure',
      restingBytes: 1,
      isSpent: false,
      reason: 'error',
      message: 'x'.repeat(4096),
    })
  })
})
