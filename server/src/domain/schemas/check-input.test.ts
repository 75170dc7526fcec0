import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PatternCheck } from '@millrace/expressions'
import type { JsonObject, JsonValue } from '../shared/json.ts'
import { checkInput } from './check-input.ts'
import { checkInputSchema } from './check-schema.ts'

const problemsOf = (schema: JsonValue, value: JsonValue) => {
  const whole: JsonObject = { properties: { v: schema } }
  assert.deepEqual(checkInputSchema(whole, new PatternCheck()), [])
  return checkInput(whole, { v: value }, new PatternCheck()).map(({ message }) => message)
}

describe('checkInput', () => {
  const cases: readonly (readonly [JsonValue, readonly JsonValue[], readonly JsonValue[]])[] = [
    [{ type: 'integer' }, [0, -3, 1e3], [0.5, '1', null]],
    [{ type: ['string', 'null'] }, ['', null], [0, []]],
    [{ type: 'array', items: { type: 'number' } }, [[], [1, 2]], [[1, 'x'], {}]],
    [{ enum: [1, 'a', { b: [null] }] }, [1, 'a', { b: [null] }], [2, 'A', { b: [] }]],
    [{ const: false }, [false], [0, null]],
    [{ minLength: 2, maxLength: 3 }, ['ab', '😀😀😀', 5], ['a', 'abcd', '😀']],
    [{ pattern: 'b+' }, ['abc', 'b', 7], ['ac', '']],
    [{ pattern: '^b+$' }, ['bb'], ['abc', 'b\nc']],
    [{ minimum: 1, exclusiveMaximum: 2 }, [1, 1.9, 'x'], [0.9, 2]],
    [{ multipleOf: 0.1 }, [0.3, 1, 0], [0.35]],
    [
      { uniqueItems: true },
      [[1, '1', { a: 1, b: 2 }]],
      [
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    [{ minItems: 1, maxItems: 2 }, [[1]], [[], [1, 2, 3]]],
    [{ required: ['a'], minProperties: 2 }, [{ a: 1, b: 1 }], [{ a: 1 }, { b: 1, c: 1 }]],
    [{ additionalProperties: { type: 'string' } }, [{ a: 'x' }], [{ a: 1 }]],
    [{ anyOf: [{ type: 'string' }, { minimum: 5, type: 'number' }] }, ['x', 5], [4, null]],
    [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, [0, 3], [1.5]],
    [{ not: { type: 'string' } }, [1], ['x']],
    [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1, 2], [0, 3]],
    [
      { format: 'date-time' },
      ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.5+02:00'],
      ['2026-02-30T09:30:00Z', '2026-01-31'],
    ],
    [{ format: 'uuid' }, ['01937b5e-8f3a-7c41-9a52-3d1f0c7be2aa'], ['01937b5e']],
    [{ format: 'uri' }, ['https://example.com/a?b'], ['example', '//example.com']],
    [{ format: 'unknown-to-us' }, ['anything'], []],
    [false, [], [1]],
    [true, [1], []],
  ]
  for (const [schema, valid, invalid] of cases) {
    it(`accepts and refuses the right values for ${JSON.stringify(schema)}`, () => {
      for (const value of valid) assert.deepEqual(problemsOf(schema, value), [], JSON.stringify(value))
      for (const value of invalid) assert.notDeepEqual(problemsOf(schema, value), [], JSON.stringify(value))
    })
  }

  it('names of the nearest alternative what is wrong with it', () => {
    const schema = {
      anyOf: [
        { type: 'object', required: ['card', 'name', 'code'] },
        { type: 'object', required: ['iban'] },
      ],
    }
    assert.deepEqual(problemsOf(schema, {}), ['is missing'])
  })

  it('follows references into values, and ends', () => {
    const schema: JsonObject = {
      properties: { tree: { $ref: '#/$defs/tree' } },
      $defs: {
        tree: {
          type: 'object',
          required: ['name'],
          properties: { children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
        },
      },
    }
    assert.deepEqual(checkInputSchema(schema, new PatternCheck()), [])
    const input = { tree: { name: 'a', children: [{ name: 'b', children: [{}] }] } }
    assert.deepEqual(checkInput(schema, input, new PatternCheck()), [
      { path: 'tree.children[0].children[0].name', message: 'is missing' },
    ])
  })

  it('gives up in bounded time on schemas and inputs that take long together', () => {
    const pairs = Array.from({ length: 19 }, (_, n) => [
      `a${n}`,
      { anyOf: [{ $ref: `#/$defs/a${n + 1}` }, { $ref: `#/$defs/a${n + 1}` }] },
    ])
    const schema = {
      $ref: '#/$defs/a0',
      $defs: Object.fromEntries([...pairs, ['a19', { required: ['never'] }]]) as JsonObject,
    }
    assert.deepEqual(checkInputSchema(schema, new PatternCheck()), [])
    const startedAt = performance.now()
    const found = checkInput(schema, {}, new PatternCheck())
    assert.deepEqual(found, [
      { path: '', message: 'is too large for its schema: checking it takes too long' },
    ])
    assert.ok(performance.now() - startedAt < 2_000)
    const evil = { properties: { text: { pattern: '^(a+)+$' } } }
    const long = { text: `${'a'.repeat(100_000)}!` }
    assert.equal(checkInput(evil, long, new PatternCheck()).length, 1)
  })
})
