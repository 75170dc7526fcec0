import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isEqualJson, type JsonObject, type JsonValue } from '#domain/index.ts'
import { groupNode } from '#nodes/group/group.node.ts'
import { sortNode } from '#nodes/sort/sort.node.ts'
import { run } from '#nodes/testing/list-node.ts'
import { uniqueNode } from '#nodes/unique/unique.node.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'é', '😀', '1', '"', ','), maxLength: 8 })
const scalar = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, '', '10', '9', ' 7 ', '1e3', '-0'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -3, max: 3 }),
  word,
)
const field = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('x', 'y'), scalar) },
)
const column = fc.constantFrom(field, scalar, word, fc.integer({ min: 0, max: 4 }) as fc.Arbitrary<JsonValue>)
const items = fc
  .tuple(column, column)
  .chain(([a, b]) => fc.array(fc.record({ a, b }, { requiredKeys: [] }), { maxLength: 120 }))
const order = fc.constantFrom('ascending', 'descending')

describe('Lists', () => {
  it('The `sort` node sorts as if it compared all items in pairs', () => {
    fc.assert(
      fc.property(items, order, order, (list, first, second) => {
        const by = [
          { field: 'a', order: first },
          { field: 'b', order: second },
        ]
        assert.deepEqual(run(sortNode, { items: list, by }), sortInPairs(list as JsonObject[], by))
      }),
    )
  })

  it('The `group` and `unique` nodes put equal values together, and no others', () => {
    fc.assert(
      fc.property(items, fc.subarray(['a', 'b'], { minLength: 1 }), (list, by) => {
        const isSame = (one: JsonObject, other: JsonObject) =>
          by.every((name) => Object.hasOwn(one, name) === Object.hasOwn(other, name)) &&
          by.every((name) => isEqualJson(one[name] ?? null, other[name] ?? null))
        const expected: JsonObject[][] = []
        for (const item of list as JsonObject[]) {
          const group = expected.find(([first = {}]) => isSame(first, item))
          if (group === undefined) expected.push([item])
          else group.push(item)
        }
        const groups = run(groupNode, { items: list, by }) as JsonObject[]
        assert.deepEqual(
          groups.map((group) => group['items']),
          expected,
        )
        assert.deepEqual(
          run(uniqueNode, { items: list, fields: by }),
          expected.map(([first]) => first),
        )
      }),
    )
  })
})

function sortInPairs(list: readonly JsonObject[], by: readonly { field: string; order: string }[]) {
  const columns = by.map((one) => {
    const values = list.map((item) => item[one.field])
    const isMissing = (value: JsonValue | undefined) => value === undefined || value === null
    const isNumber = (value: JsonValue | undefined) =>
      typeof value === 'number' ||
      (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    const isNumeric = values.every((value) => isMissing(value) || value === '' || isNumber(value))
    const keys = values.map((value): [number, number | string, string] => {
      if (value === undefined || value === null || (isNumeric && value === '')) return [3, '', '']
      if (typeof value === 'number' || isNumeric) return [0, Number(value), '']
      return typeof value === 'string' ? [1, value.toLowerCase(), value] : [2, JSON.stringify(value), '']
    })
    return { keys, sign: one.order === 'descending' ? -1 : 1 }
  })
  const compare = (a: number, b: number) => {
    for (const { keys, sign } of columns) {
      const [left = [3, '', ''], right = [3, '', '']] = [keys[a], keys[b]]
      if (left[0] === 3 || right[0] === 3) {
        if (left[0] !== right[0]) return left[0] - right[0]
        continue
      }
      for (const [index, part] of left.entries()) {
        const other = right[index] ?? 0
        if (part !== other) return part < other ? -sign : sign
      }
    }
    return a - b
  }
  return list
    .map((_, index) => index)
    .sort(compare)
    .map((index) => list[index])
}
