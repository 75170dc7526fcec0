import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { run } from '#nodes/testing/list-node.ts'
import { sortNode } from './sort.node.ts'

describe('The `sort` node', () => {
  const sorted = (items: readonly JsonValue[], ...by: JsonObject[]) => run(sortNode, { items, by })

  it('sorts numbers, and texts with numbers, by their value', () => {
    assert.deepEqual(sorted([10, 9, 100], {}), [9, 10, 100])
    assert.deepEqual(sorted(['10', 9, '100'], {}), [9, '10', '100'])
    assert.deepEqual(sorted(['10', '9', 'x'], {}), ['10', '9', 'x'])
    assert.deepEqual(sorted(['', '10', '9'], {}), ['9', '10', ''])
  })

  it('sorts texts regardless of upper and lower case', () => {
    assert.deepEqual(sorted(['b', 'C', 'a', 'A'], {}), ['A', 'a', 'b', 'C'])
  })

  it('puts missing values last in both orders, and keeps the order of equal items', () => {
    const items = [{ n: 1 }, { a: 2, n: 2 }, { a: null, n: 3 }, { a: 3, n: 4 }, { a: 2, n: 5 }]
    const numbers = (order: string) =>
      (sorted(items, { field: 'a', order }) as { n: number }[]).map(({ n }) => n)
    assert.deepEqual(numbers('ascending'), [2, 5, 4, 1, 3])
    assert.deepEqual(numbers('descending'), [4, 2, 5, 1, 3])
  })

  it('uses further fields for items that are equal so far', () => {
    const items = [
      ['b', 1],
      ['a', 1],
      ['a', 2],
    ]
    assert.deepEqual(sorted(items, { field: '1', order: 'descending' }, { field: '0' }), [
      ['a', 2],
      ['a', 1],
      ['b', 1],
    ])
  })

  it('does not change the list it was given', () => {
    const items = Object.freeze([2, 1])
    assert.deepEqual(sorted(items, {}), [1, 2])
  })
})
