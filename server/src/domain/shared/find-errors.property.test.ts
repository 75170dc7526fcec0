import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import Type, { type TSchema } from 'typebox'
import { compileSchema, MAX_SCHEMA_ERRORS } from './compile-schema.ts'
import { findErrors, type SchemaError } from './find-errors.ts'

const point = Type.Object({ x: Type.Number(), 'a/b~': Type.Optional(Type.String({ maxLength: 2 })) })
const SCHEMAS: Readonly<Record<string, TSchema>> = {
  list: Type.Array(point, { minItems: 1 }),
  closed: Type.Object({ x: Type.Array(Type.Array(Type.Integer())) }, { additionalProperties: false }),
  record: Type.Record(Type.String(), Type.Union([Type.String(), point])),
  'closed record': Type.Record(Type.String(), Type.Array(Type.Null()), { additionalProperties: false }),
  union: Type.Object({ x: Type.Union([Type.Array(Type.Number()), Type.Null()]), '': Type.Optional(point) }),
  both: Type.Intersect([point, Type.Object({ y: Type.Array(point) })]),
  refined: Type.Refine(
    Type.Array(Type.String()),
    (texts) => new Set(texts).size === texts.length,
    () => 'must not repeat',
  ),
}

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, 0, 1.5, '', 'a', 'long', true),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'a/b~', '', '__proto__', 'constructor'), tie('any')),
  ),
})).any

const keysOf = (errors: readonly SchemaError[]) =>
  errors
    .map(({ keyword, schemaPath, instancePath, message }) =>
      [keyword, schemaPath, instancePath, message].join(' '),
    )
    .toSorted()

describe('the errors of a value', () => {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    it(`are those that the validator reports: ${name}`, () => {
      const validator = compileSchema(schema)
      fc.assert(
        fc.property(value, (one) => {
          fc.pre(!validator.Check(one))
          const expected = validator.Errors(one)
          fc.pre(expected.length < MAX_SCHEMA_ERRORS)
          assert.deepEqual(keysOf(findErrors(validator, one)), keysOf(expected))
        }),
      )
    })
  }

  it('are a hundred at most', () => {
    const validator = compileSchema(Type.Array(point))
    const errors = findErrors(
      validator,
      Array.from({ length: 300 }, () => ({})),
    )
    assert.equal(errors.length, MAX_SCHEMA_ERRORS)
    assert.equal(errors.at(-1)?.instancePath, '/99')
  })

  it('of an array that is too long are its length alone', () => {
    const validator = compileSchema(Type.Object({ points: Type.Array(point, { maxItems: 3 }) }))
    const errors = findErrors(validator, { points: [{}, {}, {}, {}] })
    assert.deepEqual(keysOf(errors), ['maxItems #/properties/points /points must not have more than 3 items'])
  })
})
