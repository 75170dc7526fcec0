import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failureOf, run } from '#nodes/testing/list-node.ts'
import { flattenNode } from './flatten.node.ts'

describe('The `flatten` node', () => {
  it('makes one list of lists', () => {
    assert.deepEqual(run(flattenNode, { items: [[1, 2], [], 3, [[4]]] }), [1, 2, 3, [4]])
  })

  it('makes one item per entry of a field', () => {
    const items = [
      { id: 1, cart: { lines: ['a', 'b'] } },
      { id: 2 },
      { id: 3, cart: { lines: null } },
      { id: 4, cart: { lines: 'c' } },
    ]
    assert.deepEqual(run(flattenNode, { items, field: 'cart.lines' }), ['a', 'b', 'c'])
    const kept = run(flattenNode, { items: items.slice(0, 1), field: 'cart.lines', keep: 'other_fields' })
    assert.deepEqual(kept, [
      { id: 1, cart: { lines: ['a', 'b'] }, lines: 'a' },
      { id: 1, cart: { lines: ['a', 'b'] }, lines: 'b' },
    ])
  })

  it('refuses to return too many items', () => {
    const thousand = Array.from({ length: 1_000 }, (_, n) => n)
    const items = Array.from({ length: 101 }, () => thousand)
    assert.match(failureOf(flattenNode, { items }), /^The result would have more items .* at most 100000\./)
  })
})
