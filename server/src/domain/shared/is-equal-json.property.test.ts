import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isEqualJson } from './is-equal-json.ts'
import type { JsonValue } from './json.ts'

const json = fc.jsonValue() as fc.Arbitrary<JsonValue>

/** JSON text with the keys of every object sorted. */
function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, part: JsonValue) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
      : part,
  )
}

describe('isEqualJson', () => {
  it('A value equals its copy regardless of the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        const reversed = JSON.parse(JSON.stringify(value), (_key, part: JsonValue) =>
          typeof part === 'object' && part !== null && !Array.isArray(part)
            ? Object.fromEntries(Object.entries(part).toReversed())
            : part,
        ) as JsonValue
        assert.ok(isEqualJson(value, reversed))
      }),
    )
  })

  it('Two values are equal exactly if their canonical JSON texts are equal', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        if (isEqualJson(left, right)) assert.equal(canonical(left), canonical(right))
        assert.equal(isEqualJson(left, right), isEqualJson(right, left))
      }),
    )
  })

  it('Values with different types, lengths or keys are not equal', () => {
    const different: [JsonValue, JsonValue][] = [
      ['5', 5],
      [0, false],
      [null, {}],
      [[], {}],
      [{ 0: 'a', length: 1 }, ['a']],
      [[1], [1, null]],
      [{ a: null }, { b: null }],
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
    ]
    for (const [left, right] of different) {
      assert.equal(isEqualJson(left, right), false)
      assert.equal(isEqualJson(right, left), false)
    }
    assert.ok(isEqualJson(0, -0))
  })
})
