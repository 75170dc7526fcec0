import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import type { NodeKind, NodeResult } from '#ports/index.ts'
import { combineNode } from '../combine/combine.node.ts'
import { filterNode } from '../filter/filter.node.ts'
import { flattenNode } from '../flatten/flatten.node.ts'
import { groupNode } from '../group/group.node.ts'
import { sortNode } from '../sort/sort.node.ts'
import { uniqueNode } from '../unique/unique.node.ts'

/** The result of a node, and how often others could have had their turn meanwhile. */
function compute(kind: NodeKind, parameters: JsonObject): { result: NodeResult; turns: number } {
  let turns = 0
  const result = kind.run(
    nodeCall({
      parameters,
      compute(work) {
        for (;;) {
          const { done, value } = work.next()
          if (done === true) return value
          turns += 1
        }
      },
    }),
  )
  assert.ok(!(result instanceof Promise))
  return { result, turns }
}

function outputOf(kind: NodeKind, parameters: JsonObject): readonly JsonValue[] {
  const { result } = compute(kind, parameters)
  assert.ok('ok' in result && result.ok, JSON.stringify(result))
  return result.output as readonly JsonValue[]
}

const numbers = Array.from({ length: 50_000 }, (_, n) => (n * 7919) % 50_021)
const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]))

describe('long work with lists', () => {
  it('Others have their turn while a long list is worked on', () => {
    const objects = numbers.map((n) => ({ n, group: n % 100 }))
    const table: readonly (readonly [NodeKind, JsonObject])[] = [
      [filterNode, { items: numbers, conditions: [{ field: '', operator: 'greater', value: 10 }] }],
      [sortNode, { items: numbers, by: [{ field: '' }] }],
      [uniqueNode, { items: numbers }],
      [groupNode, { items: objects, by: ['group'], calculate: [{ operation: 'sum', field: 'n' }] }],
      [flattenNode, { items: [objects, objects] }],
      [combineNode, { left: objects, right: objects, left_key: 'n' }],
      [combineNode, { left: objects, right: objects, mode: 'position' }],
    ]
    for (const [kind, parameters] of table) {
      const { result, turns } = compute(kind, parameters)
      assert.ok('ok' in result && result.ok, kind.type)
      assert.ok(turns >= 10, `${kind.type}: ${turns} turns`)
    }
  })

  it('A long list is sorted as the host sorts it, and equal items keep their order', () => {
    const items = numbers.map((n, position) => ({ n: n % 97, position }))
    assert.deepEqual(
      outputOf(sortNode, { items, by: [{ field: 'n', order: 'descending' }] }),
      items.toSorted((a, b) => b.n - a.n),
    )
  })

  it('`one_of` finds values of every kind in a long list', () => {
    const value = [...numbers, 'text', null, { a: [1] }]
    const items = [7, '7', 'text', null, { a: [1] }, { a: [2] }, [1], 60_000]
    const conditions = [{ field: '', operator: 'one_of', value }]
    assert.deepEqual(outputOf(filterNode, { items, conditions }), [7, 'text', null, { a: [1] }])
  })

  it('Large items are the same if they are equal, whatever the order of their members', () => {
    const reversed = Object.fromEntries(Object.entries(wide).toReversed())
    const other = { ...wide, k19999: 'x' }
    assert.deepEqual(outputOf(uniqueNode, { items: [wide, reversed, other, { ...wide }] }), [wide, other])
  })

  it('One large value in a list very often takes the memory of one', () => {
    const items = Array.from({ length: 100 }, () => wide)
    assert.equal(outputOf(uniqueNode, { items }).length, 1)
    assert.equal(outputOf(sortNode, { items, by: [{ field: '' }] }).length, 100)
  })

  it('Keys that are too large together fail before they fill the memory', () => {
    const items = Array.from({ length: 5 }, (_, n) => ({ text: `${'x'.repeat(10_000_000)}${n}` }))
    const { result } = compute(uniqueNode, { items })
    assert.ok('ok' in result && !result.ok)
    assert.equal(result.code, 'LIST_TOO_LARGE')
  })

  it('Results that would copy a large item very often fail before they fill the memory', () => {
    const items = [{ ...wide, lines: numbers }]
    const { result, turns } = compute(flattenNode, { items, field: 'lines', keep: 'other_fields' })
    assert.ok('ok' in result && !result.ok)
    assert.equal(result.code, 'OUTPUT_TOO_LARGE')
    assert.ok(turns >= 8, `others had ${turns} turns between the copies`)
    const combined = compute(combineNode, {
      left: numbers.map((n) => ({ n, key: 1 })),
      right: [{ ...wide, key: 1 }],
      left_key: 'key',
    })
    assert.ok('ok' in combined.result && !combined.result.ok)
    assert.equal(combined.result.code, 'OUTPUT_TOO_LARGE')
    assert.ok(combined.turns >= 8, `others had ${combined.turns} turns between the copies`)
  })
})
