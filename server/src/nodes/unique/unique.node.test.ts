import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { run } from '#nodes/testing/list-node.ts'
import { uniqueNode } from './unique.node.ts'

describe('The `unique` node', () => {
  it('compares whole items regardless of the order of their members', () => {
    const items = [{ a: 1, b: 2 }, { b: 2, a: 1 }, 1, '1', null, [1], [1]]
    assert.deepEqual(run(uniqueNode, { items }), [{ a: 1, b: 2 }, 1, '1', null, [1]])
  })

  it('compares fields, and keeps the first or the last item', () => {
    const items = [{ a: 1, n: 1 }, { a: 1, n: 2 }, { n: 3 }, { a: null, n: 4 }, { n: 5 }]
    const numbers = (keep: string) =>
      (run(uniqueNode, { items, fields: ['a'], keep }) as { n: number }[]).map(({ n }) => n)
    assert.deepEqual(numbers('first'), [1, 3, 4])
    assert.deepEqual(numbers('last'), [2, 5, 4])
  })
})
