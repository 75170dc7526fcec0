import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileTemplate } from '@millrace/expressions'
import { Compile } from 'typebox/compile'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { NodeKind } from '#ports/index.ts'
import { combineNode } from '../combine/combine.node.ts'
import { filterNode } from '../filter/filter.node.ts'
import { flattenNode } from '../flatten/flatten.node.ts'
import { groupNode } from '../group/group.node.ts'
import { limitNode } from '../limit/limit.node.ts'
import { sortNode } from '../sort/sort.node.ts'
import { uniqueNode } from '../unique/unique.node.ts'

const LIST_NODES: readonly NodeKind[] = [
  filterNode,
  sortNode,
  limitNode,
  uniqueNode,
  groupNode,
  flattenNode,
  combineNode,
]

const ORDERS = [
  {
    id: 1,
    country: 'DE',
    customer_id: 7,
    customer: { country: 'DE', email: 'a@example.com' },
    total: 120,
    lines: [1, 2],
  },
  {
    id: 2,
    country: 'AT',
    customer_id: 8,
    customer: { country: 'AT', email: 'b@example.com' },
    total: 40,
    lines: [3],
  },
  {
    id: 3,
    country: 'DE',
    customer_id: 7,
    customer: { country: 'DE', email: 'a@example.com' },
    total: 300,
    lines: [],
  },
  {
    id: 4,
    country: 'FR',
    customer_id: 8,
    customer: { country: 'FR', email: 'c@example.com' },
    total: 500,
    lines: [4, 5],
  },
]
const INPUT = {
  orders: ORDERS,
  customers: [
    { id: 7, name: 'North' },
    { id: 8, name: 'South' },
  ],
}

/** The output of a node, or the message of its failure. */
function run(kind: NodeKind, parameters: JsonObject, previous: JsonValue = null, inputs: JsonValue[] = []) {
  assert.ok(Compile(kind.parameters).Check(parameters), JSON.stringify(parameters))
  const result = kind.run(nodeCall({ parameters, previous, inputs: () => inputs }))
  assert.ok('ok' in result)
  return result.ok ? result.output : result.message
}

/** The message of a node that fails. */
function failureOf(...[kind, parameters, previous]: Parameters<typeof run>): string {
  const message = run(kind, parameters, previous)
  assert.ok(typeof message === 'string', 'it fails')
  return message
}

const problemsOf = (kind: NodeKind, data: JsonObject) =>
  (kind.check?.(data) ?? []).map(({ parameter, message }) => `${parameter}: ${message}`)

describe('The nodes for lists', () => {
  for (const kind of LIST_NODES) {
    it(`\`${kind.type}\` does the same as the expression in its help`, () => {
      const text =
        (kind.notes ?? []).join(' ').match(/`(\{\{.*?\}\})`\./)?.[1] ?? assert.fail('no expression')
      const template = compileTemplate(text)
      assert.ok(template.ok, JSON.stringify(template))
      const data = kind.example?.['data'] as JsonObject
      const parameters = Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, evaluate(value)]),
      )
      assert.deepEqual(run(kind, parameters), template.template.evaluate({ input: INPUT } as never))
    })

    it(`\`${kind.type}\` says what is wrong with a value that is no list`, () => {
      const name = kind === combineNode ? 'left' : 'items'
      const rest = { ...(kind.example?.['data'] as JsonObject), right: [] }
      const parameters = kind === combineNode ? rest : { ...(kind.example?.['data'] as JsonObject) }
      const messageFor = (value: JsonValue) => failureOf(kind, { ...parameters, [name]: value })
      assert.equal(
        messageFor('[1]'),
        `The parameter \`${name}\` must be a list, but it is a text. To read JSON from a text, use \`{{ JSON.parse(…) }}\`.`,
      )
      assert.match(messageFor(null), /but it is null\. Check that the value exists/)
      assert.match(messageFor({ a: 1 }), /use `\{\{ Object\.values\(…\) \}\}`\.$/)
      assert.match(messageFor(Array.from({ length: 100_001 }, () => 1)), /has 100001 items.*at most 100000/)
      const [finding] = kind.review?.({ [name]: 'text' }) ?? []
      assert.match(finding?.message ?? '', /^the parameter `.*` must be a list/)
      assert.deepEqual(kind.review?.({ [name]: '{{ input.orders }}' }), [])
    })
  }

  it('work on the output of the previous node unless they are given a list', () => {
    assert.deepEqual(run(limitNode, { count: 1 }, [5, 6]), [5])
    assert.deepEqual(run(limitNode, { count: 1, items: [7] }, [5, 6]), [7])
    assert.match(failureOf(limitNode, { count: 1, items: null }, [5, 6]), /it is null/)
    assert.equal(
      run(limitNode, { count: 1 }, { page: 1, rows: [5, 6] }),
      'The node works on the output of the previous node, which must be a list, but it is an object. Set `items`, for example to `{{ previous.rows }}`.',
    )
  })
})

/** Replaces the expressions of an example by the lists they stand for. */
function evaluate(value: JsonValue): JsonValue {
  if (value === '{{ input.orders }}') return ORDERS
  return value === '{{ input.customers }}' ? INPUT.customers : value
}

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

describe('The `sort` node', () => {
  const sorted = (items: readonly JsonValue[], ...by: JsonObject[]) => run(sortNode, { items, by })

  it('sorts numbers, and texts with numbers, by their value', () => {
    assert.deepEqual(sorted([10, 9, 100], {}), [9, 10, 100])
    assert.deepEqual(sorted(['10', 9, '100'], {}), [9, '10', '100'])
    assert.deepEqual(sorted(['10', '9', 'x'], {}), ['10', '9', 'x'])
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
