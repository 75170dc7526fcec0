import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '#domain/index.ts'
import { problemsOf, run } from '#nodes/testing/list-node.ts'
import { filterNode } from './filter.node.ts'

describe('The `filter` node', () => {
  const keep = (operator: string, value: JsonValue | undefined, items: readonly JsonValue[]) =>
    run(filterNode, { items, conditions: [value === undefined ? { operator } : { operator, value }] })

  it('compares without converting types, except for the order of numbers', () => {
    assert.deepEqual(keep('equals', 5, [5, '5', 6]), [5])
    assert.deepEqual(keep('not_equals', 5, [5, '5', null]), ['5', null])
    assert.deepEqual(keep('greater', 5, ['10', 9, 5, '4', null, 'x', [6]]), ['10', 9])
    assert.deepEqual(keep('greater_or_equal', '5', [5, 4]), [5])
    assert.deepEqual(keep('less', '2026-02-01', ['2026-01-31', '2026-02-01', 7]), ['2026-01-31'])
    assert.deepEqual(keep('less_or_equal', 5, [5, 6, {}, null]), [5])
  })

  it('looks into texts and lists', () => {
    assert.deepEqual(keep('contains', 'b', ['abc', 'x', ['b'], null, 7]), ['abc', ['b']])
    assert.deepEqual(keep('not_contains', 'b', ['abc', 'x', ['b']]), ['x'])
    assert.deepEqual(keep('starts_with', 'a', ['ab', 'ba', 7]), ['ab'])
    assert.deepEqual(keep('ends_with', 'a', ['ab', 'ba', 7]), ['ba'])
    assert.deepEqual(keep('one_of', [1, { a: 2 }], [1, 2, { a: 2 }]), [1, { a: 2 }])
    assert.deepEqual(keep('empty', undefined, ['', null, [], {}, 0, false, 'x']), ['', null, [], {}])
    assert.deepEqual(keep('not_empty', undefined, ['', 0, false, [1]]), [0, false, [1]])
  })

  it('keeps items that meet all conditions, or any of them', () => {
    const conditions = [
      { field: 'a', operator: 'equals', value: 1 },
      { field: 'b.0', operator: 'equals', value: 2 },
    ]
    const items = [{ a: 1, b: [2] }, { a: 1 }, { b: [2] }, {}, 'text', null]
    assert.deepEqual(run(filterNode, { items, conditions }), [{ a: 1, b: [2] }])
    assert.deepEqual(run(filterNode, { items, conditions, match: 'any' }), items.slice(0, 3))
    assert.deepEqual(run(filterNode, { items, conditions: [] }), items)
    assert.deepEqual(run(filterNode, { items, conditions: [], match: 'any' }), items)
  })

  it('reads only fields that the item has itself', () => {
    const conditions = [{ field: 'constructor', operator: 'not_empty' }]
    assert.deepEqual(run(filterNode, { items: [{}, [], 'text'], conditions }), [])
  })

  it('reports a condition without a value', () => {
    const conditions = [
      { operator: 'equals' },
      { operator: 'empty' },
      { operator: 'one_of', value: 'DE' },
      { operator: 'one_of', value: '{{ variables.countries }}' },
    ]
    assert.deepEqual(problemsOf(filterNode, { conditions }), [
      'conditions.0.value: condition 1 needs a `value` to compare with.',
      'conditions.2.value: condition 3 uses `one_of`, so its `value` must be a list.',
    ])
    assert.deepEqual(problemsOf(filterNode, { conditions: '{{ variables.conditions }}' }), [])
    assert.deepEqual(problemsOf(filterNode, { conditions: [null, 7] }), [])
  })
})
