import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from './json.ts'
import { listDifferences } from './list-differences.ts'

const pointers = (before: JsonValue, after: JsonValue, limit = 10) =>
  listDifferences(before, after, limit).map(({ pointer }) => pointer)

describe('listDifferences', () => {
  it('Equal values have no differences, whatever the order of their keys', () => {
    assert.deepEqual(pointers({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }), [])
  })

  it('The innermost values that differ are listed, also those that only one of both has', () => {
    assert.deepEqual(
      listDifferences({ a: { x: 1, y: 2 }, gone: 3 }, { a: { x: 1, y: '2' }, more: null }, 10),
      [
        { pointer: '/a/y', before: 2, after: '2' },
        { pointer: '/gone', before: 3, after: undefined },
        { pointer: '/more', before: undefined, after: null },
      ],
    )
    assert.deepEqual(pointers([1, 2], [1, 3, 4]), ['/1', '/2'])
  })

  it('Values of different kinds differ as a whole', () => {
    assert.deepEqual(pointers({ a: [1] }, { a: { 0: 1 } }), ['/a'])
    assert.deepEqual(pointers('x', { x: 1 }), [''])
  })

  it('Keys are escaped as in JSON pointers, and the list ends at its limit', () => {
    assert.deepEqual(pointers({ 'a/b~c': 1 }, { 'a/b~c': 2 }), ['/a~1b~0c'])
    assert.deepEqual(pointers([1, 2, 3], [4, 5, 6], 2), ['/0', '/1'])
  })
})
