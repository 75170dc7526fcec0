import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readChildMessage } from './read-child-message.ts'

const read = (message: unknown) => readChildMessage(Buffer.from(JSON.stringify(message)), 'id')

describe('what a child says', () => {
  it('is taken where it makes sense', () => {
    const log = { kind: 'log', level: 'warn', message: 'x' }
    const value = { kind: 'value', restingBytes: 1 }
    const failure = { kind: 'failure', restingBytes: 1, reason: 'error', message: 'x', name: 'E', line: 2 }
    for (const message of [log, value, failure]) assert.deepEqual(read({ id: 'id', ...message }), message)
  })

  it('is refused where it does not', () => {
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
    ]
    for (const message of wrong) assert.equal(read(message), undefined, JSON.stringify(message))
    assert.equal(readChildMessage(Buffer.from('{'), 'id'), undefined)
    assert.equal(readChildMessage(Buffer.from([0xff]), 'id'), undefined)
  })

  it('is refused when it is about another run', () => {
    const value = { kind: 'value', restingBytes: 1 }
    for (const message of [value, { id: 'other', ...value }, { id: 1, ...value }]) {
      assert.equal(read(message), undefined)
    }
  })

  it('is cut to what may be kept, without what nobody knows', () => {
    const failure = { kind: 'failure', restingBytes: 1, reason: 'error', message: 'x'.repeat(1e5), more: 1 }
    const message = read({ id: 'id', ...failure, name: 7, line: -1, column: 1.5 })
    assert.deepEqual(message, {
      kind: 'failure',
      restingBytes: 1,
      reason: 'error',
      message: 'x'.repeat(4096),
    })
  })
})
