import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '#domain/index.ts'
import { failureOf, problemsOf, run } from '#nodes/testing/list-node.ts'
import { groupNode } from './group.node.ts'

describe('The `group` node', () => {
  const items = [
    { team: { id: 'a' }, day: 1, hours: 2, at: '2026-01-02' },
    { team: { id: 'b' }, day: 1, hours: '3.5', at: '2026-01-01' },
    { team: { id: 'a' }, day: 2, hours: 4, at: '2026-01-03' },
    { day: 2, at: null },
  ]

  it('lists the items of each group without calculations', () => {
    assert.deepEqual(run(groupNode, { items, by: ['team.id'] }), [
      { id: 'a', items: [items[0], items[2]] },
      { id: 'b', items: [items[1]] },
      { id: null, items: [items[3]] },
    ])
  })

  it('calculates for each group', () => {
    const calculate = [
      { operation: 'count' },
      { operation: 'count', field: 'hours' },
      { operation: 'sum', field: 'hours' },
      { operation: 'average', field: 'hours', name: 'mean' },
      { operation: 'min', field: 'at' },
      { operation: 'max', field: 'at', name: 'latest' },
      { operation: 'list', field: 'team.id' },
    ]
    assert.deepEqual(run(groupNode, { items, by: ['day'], calculate }), [
      {
        day: 1,
        count: 2,
        count_hours: 2,
        sum_hours: 5.5,
        mean: 2.75,
        min_at: '2026-01-01',
        latest: '2026-01-02',
        list_team_id: ['a', 'b'],
      },
      {
        day: 2,
        count: 2,
        count_hours: 1,
        sum_hours: 4,
        mean: 4,
        min_at: '2026-01-03',
        latest: '2026-01-03',
        list_team_id: ['a'],
      },
    ])
  })

  it('makes one group of everything without fields, also of nothing', () => {
    const calculate = [{ operation: 'sum' }, { operation: 'average' }, { operation: 'max' }]
    assert.deepEqual(run(groupNode, { items: [1, 2], by: [], calculate }), [{ sum: 3, average: 1.5, max: 2 }])
    assert.deepEqual(run(groupNode, { items: [], by: [], calculate }), [{ sum: 0, average: null, max: null }])
    assert.deepEqual(run(groupNode, { items: [], by: ['a'], calculate }), [])
  })

  it('says which value cannot be calculated with', () => {
    const sum = (operation: string, value: JsonValue) =>
      failureOf(groupNode, {
        items: [{ a: 1 }, { a: value }],
        by: [],
        calculate: [{ operation, field: 'a' }],
      })
    assert.equal(
      sum('sum', 'free'),
      'Cannot calculate sum: the field `a` of an item is a text "free". Remove such items with a `filter` node first.',
    )
    assert.match(sum('max', [2]), /^Cannot calculate min and max: the field `a` of an item is a list\./)
  })

  it('reports results with the same name', () => {
    const calculate = [
      { operation: 'sum', field: 'a' },
      { operation: 'sum', field: 'a' },
      { operation: 'count', name: 'id' },
    ]
    assert.deepEqual(problemsOf(groupNode, { by: ['team.id'], calculate }), [
      'calculate.1.name: two results have the name "sum_a". Give one of them another `name`.',
      'calculate.2.name: two results have the name "id". Give one of them another `name`.',
    ])
    assert.deepEqual(problemsOf(groupNode, { by: '{{ x }}', calculate: [null, { field: '{{ y }}' }] }), [])
  })
})
