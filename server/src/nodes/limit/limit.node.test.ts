import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { run } from '#nodes/testing/list-node.ts'
import { limitNode } from './limit.node.ts'

describe('The `limit` node', () => {
  it('keeps items from either side, after those to skip', () => {
    const keep = (parameters: JsonObject) => run(limitNode, { items: [1, 2, 3, 4], ...parameters })
    assert.deepEqual(keep({ count: 2 }), [1, 2])
    assert.deepEqual(keep({ count: 2, skip: 3 }), [4])
    assert.deepEqual(keep({ count: 2, from: 'end' }), [3, 4])
    assert.deepEqual(keep({ count: 2, from: 'end', skip: 1 }), [2, 3])
    assert.deepEqual(keep({ count: 2, from: 'end', skip: 9 }), [])
    assert.deepEqual(keep({ count: 9, from: 'end', skip: 1 }), [1, 2, 3])
    assert.deepEqual(keep({ count: 0 }), [])
  })
})
