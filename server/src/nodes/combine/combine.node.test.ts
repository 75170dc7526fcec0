import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { failureOf, problemsOf, run } from '#nodes/testing/list-node.ts'
import { combineNode } from './combine.node.ts'

describe('The `combine` node', () => {
  const left = [{ id: 1, c: 7 }, { id: 2, c: 9 }, { id: 3, c: 7 }, { id: 4 }]
  const right = [
    { c: 7, name: 'North' },
    { c: 7, name: 'South' },
    { c: 8, name: 'West' },
    { c: null, name: 'None' },
  ]
  const combined = (parameters: JsonObject) =>
    (run(combineNode, { left, right, left_key: 'c', ...parameters }) as { id?: number; name?: string }[]).map(
      ({ id = '-', name = '-' }) => `${id} ${name}`,
    )

  it('joins by key', () => {
    assert.deepEqual(combined({}), ['1 North', '1 South', '3 North', '3 South'])
    assert.deepEqual(combined({ mode: 'left' }), ['1 North', '1 South', '2 -', '3 North', '3 South', '4 -'])
    assert.deepEqual(combined({ mode: 'outer' }).slice(-3), ['4 -', '- West', '- None'])
  })

  it('compares keys without converting types', () => {
    const lists = { left: [{ k: 5 }], right: [{ k: '5' }], left_key: 'k' }
    assert.deepEqual(run(combineNode, lists), [])
  })

  it('adds the members of the right item, or puts it into a member', () => {
    const lists = { left: [{ k: 1, a: 1 }], right: [{ k: 1, a: 2 }], left_key: 'k' }
    assert.deepEqual(run(combineNode, lists), [{ k: 1, a: 2 }])
    assert.deepEqual(run(combineNode, { ...lists, right_as: 'r' }), [{ k: 1, a: 1, r: { k: 1, a: 2 } }])
  })

  it('appends lists and combines them by position', () => {
    assert.deepEqual(run(combineNode, { mode: 'append', left: [1], right: [2, { a: 3 }] }), [1, 2, { a: 3 }])
    assert.deepEqual(run(combineNode, { mode: 'position', left: [{ a: 1 }, { a: 2 }], right: [{ b: 1 }] }), [
      { a: 1, b: 1 },
      { a: 2 },
    ])
    assert.deepEqual(run(combineNode, { mode: 'position', left: [1], right: [2, 3], right_as: 'r' }), [
      { value: 1, r: 2 },
      { r: 3 },
    ])
  })

  it('takes its lists from the connected nodes, in the order of their edges', () => {
    assert.deepEqual(run(combineNode, { mode: 'append' }, null, [[1], [2]]), [1, 2])
    assert.deepEqual(run(combineNode, { mode: 'append', right: [9] }, null, [[1], [2]]), [1, 9])
    assert.deepEqual(run(combineNode, { mode: 'append', left: [9] }, null, [[1]]), [9, 1])
    assert.equal(
      run(combineNode, { mode: 'append' }, null, [[1]]),
      'The parameter `right` is missing, and no node that is connected to this one returned a list for it.',
    )
  })

  it('refuses pairs without end', () => {
    const same = Array.from({ length: 1_000 }, () => ({ k: 1 }))
    assert.match(failureOf(combineNode, { left: same, right: same, left_key: 'k' }), /at most 100000\./)
  })

  it('needs a key, unless it combines by position or appends', () => {
    assert.deepEqual(problemsOf(combineNode, {}), [
      'left_key: the mode `inner` needs a `left_key`: the field by which items belong together.',
    ])
    assert.deepEqual(problemsOf(combineNode, { mode: 'append' }), [])
    assert.deepEqual(problemsOf(combineNode, { mode: '{{ x }}' }), [])
  })
})
