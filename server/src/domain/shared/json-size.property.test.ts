import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JsonValue } from './json.ts'
import { isKnownWide, measureJson } from './json-size.ts'

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

describe('the estimated size of JSON', () => {
  it('It is at least as large as the text of names, texts and lists', () => {
    for (const value of [
      { name: 'Ada', list: [[], [1]] },
      [],
      {},
      [0, 7, 42, 999, 1_000, 123_456, 9_999_999],
    ]) {
      assert.ok(measureJson(value, 1_000) >= JSON.stringify(value).length, JSON.stringify(value))
    }
    assert.equal(measureJson([1, 23, 456], 1_000), '[1,23,456]'.length)
    assert.equal(measureJson(null, 1_000), 4)
  })

  it('Measuring stops beyond the limit', () => {
    const part = 'x'.repeat(100)
    const measured = measureJson([part, part, part, part], 150)
    assert.ok(measured > 150 && measured < 300, `${measured}`)
  })

  it('An object with very many members has the same size when it is measured again', () => {
    const make = () => Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key ${n}`, n]))
    const wide = make()
    assert.ok(measureJson(wide, 100) < 200)
    assert.equal(isKnownWide(wide), false)
    const size = measureJson(wide, Number.POSITIVE_INFINITY)
    assert.equal(isKnownWide(wide), true)
    assert.equal(measureJson(wide, Number.POSITIVE_INFINITY), size)
    assert.ok(measureJson(wide, 100) > 100)
    assert.equal(measureJson({ wide }, 1_000_000), measureJson({ wide: make() }, 1_000_000))
  })
})

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
