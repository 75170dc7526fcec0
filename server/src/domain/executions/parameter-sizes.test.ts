import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../shared/json.ts'
import { measureJson } from '../shared/json-size.ts'
import { ParameterSizes } from './parameter-sizes.ts'

const LIMIT = 100_000

describe('Sizes of parameters', () => {
  const text = 'x'.repeat(20_000)
  const cases: readonly JsonObject[] = [
    {},
    { a: 1, b: null, c: [], d: {}, e: 'text', f: [1, [2, [3, [4, [5]]]]] },
    { a: { b: { c: { d: { e: text } } } }, list: [text, [text]] },
  ]

  it('Parameters are measured like any other value', () => {
    for (const parameters of cases) {
      const sizes = new ParameterSizes()
      const size = measureJson(parameters, LIMIT)
      // Twice: the second time, large values are known.
      for (let round = 0; round < 2; round += 1) {
        assert.equal(sizes.findExcess(parameters, size), undefined)
        if (size > 2) assert.notEqual(sizes.findExcess(parameters, size - 1), undefined)
      }
    }
  })

  it('The largest parameter is named', () => {
    const shared = { text }
    const many: JsonValue = Array.from({ length: 1_000 }, () => shared)
    const sizes = new ParameterSizes()
    assert.equal(sizes.findExcess({ a: 'small', b: { many }, c: [text, text, text] }, LIMIT), 'b')
    assert.equal(sizes.findExcess({ a: [text, text, text], b: [text, text] }, LIMIT), 'a')
  })

  it('A large value that is used again and again is measured once', () => {
    let reads = 0
    const items = Array.from({ length: 5_000 }, () => 'item')
    const list = new Proxy(items, {
      get(target, key, receiver) {
        reads += 1
        return Reflect.get(target, key, receiver) as unknown
      },
    })
    const sizes = new ParameterSizes()
    sizes.findExcess({ list }, LIMIT)
    const once = reads
    for (let round = 0; round < 10; round += 1) sizes.findExcess({ body: { list } }, LIMIT)
    // Only the beginning, to see whether it is small.
    assert.ok(reads < 2 * once, `${reads} reads`)
  })

  it('A small value that is used very often is measured a limited number of times', () => {
    let reads = 0
    const items = Array.from({ length: 50 }, () => 1)
    const small = new Proxy(items, {
      get(target, key, receiver) {
        reads += 1
        return Reflect.get(target, key, receiver) as unknown
      },
    })
    const list = Array.from({ length: 200_000 }, () => small)
    assert.equal(new ParameterSizes().findExcess({ list }, 32 * 1024 * 1024), undefined)
    assert.ok(reads < (200_000 * items.length) / 5, `${reads} reads`)
  })

  it('Nothing is measured after the parameter that exceeds the limit', () => {
    const sizes = new ParameterSizes()
    const unread = new Proxy([text], { get: () => assert.fail('read') })
    assert.equal(sizes.findExcess({ a: [text, text, text, text, text, text], b: unread }, LIMIT), 'a')
  })
})
