import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JsonValue } from './json.ts'
import { measureJson } from './json-size.ts'

const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.constant(true),
    fc.nat({ max: 9_999_999 }),
    fc.string({ unit: fc.constantFrom('a', 'é', '1', ' ') }),
    fc.array(tie('value')),
    fc.dictionary(fc.string({ unit: fc.constantFrom('a', 'b', 'é') }), tie('value')),
  ),
}))

describe('The size of a value', () => {
  it('is the length of its JSON text, if that has no escapes and no unusual numbers', () => {
    fc.assert(
      fc.property(value, (json) => {
        assert.equal(measureJson(json, Infinity), JSON.stringify(json).length)
      }),
    )
  })

  it('of 100,000 small items is less than 1 MiB, as in a request', () => {
    const items = Array.from({ length: 100_000 }, (_, index) => ({ n: index % 1_000 }))
    assert.ok(measureJson(items, Infinity) < 1024 * 1024)
  })

  it('is above a limit that it exceeds, without a look at the rest', () => {
    let reads = 0
    const list = Array.from({ length: 1_000 }, () => 'x'.repeat(100))
    const watched = new Proxy(list, {
      get(target, key) {
        reads += 1
        return Reflect.get(target, key) as unknown
      },
    })
    assert.ok(measureJson(watched, 1_000) > 1_000)
    assert.ok(reads < 100)
  })
})
