import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue, StateEntry, StateKind } from '#domain/index.ts'
import { NOW, nodeCall } from '#nodes/testing/node-call.ts'
import { stateNode } from './state.node.ts'

/** What a node decides when this is stored. */
function settle(parameters: JsonObject, stored?: { value: JsonValue; kind?: StateKind; expiresAt?: number }) {
  const result = stateNode.run(nodeCall({ parameters: { key: 'k', ...parameters } }))
  assert.ok('useState' in result)
  const entry = stored && ({ key: 'k', kind: 'value', expiresAt: null, ...stored } as StateEntry)
  const { result: done, change } = result.useState.settle({ entry, seen: new Set() })
  return { use: result.useState, output: done.ok ? done.output : done.code, change }
}

describe('The `state` node', () => {
  it('reads a value, or the default while there is none', () => {
    const read = (stored?: { value: JsonValue }) => settle({ operation: 'get', default: 7 }, stored)
    assert.deepEqual(read().output, { key: 'k', value: 7, exists: false, changed: false })
    assert.deepEqual(read({ value: 3 }).output, { key: 'k', value: 3, exists: true, changed: false })
    assert.equal(read({ value: 3 }).change, undefined)
  })

  it('sets a value, with a new expiry each time', () => {
    const { output, change } = settle(
      { operation: 'set', value: { a: 1 }, expires_seconds: 60 },
      { value: 2 },
    )
    assert.deepEqual(output, { key: 'k', value: { a: 1 }, previous: 2, exists: true, changed: true })
    assert.deepEqual(change, { kind: 'set', value: { a: 1 }, expiresAt: NOW + 60_000 })
    assert.deepEqual(settle({ operation: 'set', value: null }, { value: 1, expiresAt: 5 }).change, {
      kind: 'set',
      value: null,
      expiresAt: null,
    })
  })

  it('counts from 0, up and down, within a period that starts with the first value', () => {
    const count = (parameters: JsonObject, stored?: { value: JsonValue; expiresAt?: number }) =>
      settle({ operation: 'increment', expires_seconds: 60, ...parameters }, stored).change
    assert.deepEqual(count({}), { kind: 'set', value: 1, expiresAt: NOW + 60_000 })
    assert.deepEqual(count({ by: -2.5 }, { value: 4, expiresAt: 9 }), {
      kind: 'set',
      value: 1.5,
      expiresAt: 9,
    })
    const { output, change } = settle({ operation: 'increment' }, { value: 'five' })
    assert.deepEqual([output, change], ['STATE_NOT_A_NUMBER', undefined])
  })

  it('appends to a list and keeps the end of it', () => {
    const append = (parameters: JsonObject, stored?: { value: JsonValue }) =>
      settle({ operation: 'append', value: 'c', ...parameters }, stored)
    assert.deepEqual(append({}).output, { key: 'k', value: ['c'], exists: true, changed: true })
    assert.deepEqual((append({ keep: 2 }, { value: ['a', 'b'] }).output as JsonObject)['value'], ['b', 'c'])
    assert.equal(append({}, { value: 1 }).output, 'STATE_NOT_A_LIST')
    assert.equal(append({ value: 'x'.repeat(300_000) }).output, 'STATE_TOO_LARGE')
  })

  it('deletes a value', () => {
    assert.deepEqual(settle({ operation: 'delete' }, { value: 1 }).change, { kind: 'delete' })
    const { output, change } = settle({ operation: 'delete' })
    assert.deepEqual([(output as JsonObject)['changed'], change], [false, undefined])
  })

  it('changes a value only if it is the expected one', () => {
    const expected = { operation: 'set', value: 'new', expected: { a: [1] } }
    assert.deepEqual(settle(expected, { value: { a: [1] } }).change?.kind, 'set')
    const { output, change } = settle(expected, { value: { a: [2] } })
    assert.deepEqual(output, {
      key: 'k',
      value: { a: [2] },
      previous: { a: [2] },
      exists: true,
      changed: false,
    })
    assert.equal(change, undefined)
    assert.equal(settle({ operation: 'set', value: 1, expected: null }).change?.kind, 'set')
    assert.equal(settle({ operation: 'set', value: 1, expected: null }, { value: 0 }).change, undefined)
  })

  it('leaves alone what an `only_new` node remembers', () => {
    for (const operation of ['get', 'set', 'increment', 'append', 'delete']) {
      const { output, change } = settle({ operation, value: 1 }, { value: null, kind: 'seen' })
      assert.deepEqual([output, change], ['STATE_KEY_IN_USE', undefined])
    }
  })

  it('takes texts and numbers as keys, and says what is wrong with others', () => {
    const keyOf = (key: JsonValue) => {
      const result = stateNode.run(nodeCall({ parameters: { operation: 'get', key } }))
      if ('useState' in result) return result.useState.key
      assert.ok('ok' in result && !result.ok)
      return result.message
    }
    assert.equal(keyOf(42), '42')
    assert.match(String(keyOf(null)), /must be a text\. Check that its expression has a value\.$/)
    assert.match(String(keyOf('')), /must not be empty/)
    assert.match(String(keyOf('..')), /must not be "\." or "\.\."/)
    assert.match(String(keyOf('x'.repeat(201))), /has 201 characters, but at most 200 are allowed/)
    assert.match(String(keyOf('a\u0000')), /control characters/)
    assert.match(String(keyOf('a\ud800')), /control characters/)
  })

  it('needs a value for the operations that store one', () => {
    const problems = (data: JsonObject) => stateNode.check?.(data).map(({ parameter }) => parameter)
    assert.deepEqual(problems({ operation: 'set', key: 'k' }), ['value'])
    assert.deepEqual(problems({ operation: 'set', key: 'k', value: null }), [])
    assert.deepEqual(problems({ operation: 'increment', key: 'k' }), [])
  })
})
