import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileTemplate } from '@millrace/expressions'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { failureOf, run } from '#nodes/testing/list-node.ts'
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
