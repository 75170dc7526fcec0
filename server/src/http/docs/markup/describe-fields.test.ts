import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Type from 'typebox'
import { plainSchema } from '../../openapi/plain-schema.ts'
import { describeFields } from './describe-fields.ts'

const rowsOf = (schema: Type.TSchema) =>
  describeFields(plainSchema(schema)).map(({ path, type, required, notes }) => [
    path,
    type,
    required,
    ...notes,
  ])

describe('the description of fields', () => {
  it('lists nested members and the members of list items by their path', () => {
    const item = Type.Object({
      key: Type.String(),
      more: Type.Optional(Type.Object({ deep: Type.Boolean() })),
    })
    assert.deepEqual(rowsOf(Type.Object({ list: Type.Array(item) })), [
      ['list', 'array of object', true],
      ['list[].key', 'string', true],
      ['list[].more', 'object', false],
      ['list[].more.deep', 'boolean', true],
    ])
  })

  it('states bounds, allowed values and defaults', () => {
    const schema = Type.Object({
      name: Type.String({ minLength: 1, maxLength: 1_000 }),
      mark: Type.String({ minLength: 1 }),
      page: Type.Integer({ minimum: 1, default: 1 }),
      kind: Type.Enum(['a', 'b']),
      kinds: Type.Array(Type.Enum(['a', 'b']), { maxItems: 2 }),
      yes: Type.Literal(true),
      slug: Type.String({ pattern: '^a$' }),
    })
    assert.deepEqual(rowsOf(schema), [
      ['name', 'string', true, '1 to 1,000 characters'],
      ['mark', 'string', true, 'not empty'],
      ['page', 'integer', true, 'at least 1', 'default `1`'],
      ['kind', 'string', true, 'one of `a`, `b`'],
      ['kinds', 'array of string', true, 'at most 2 items', 'one of `a`, `b`'],
      ['yes', 'boolean', true, 'always `true`'],
      ['slug', 'string', true, 'matches `^a$`'],
    ])
  })

  it('combines alternatives', () => {
    const object = Type.Object({ inner: Type.String() })
    const schema = Type.Object({
      id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
      either: Type.Union([Type.Number(), object]),
      any: Type.Unknown(),
    })
    assert.deepEqual(rowsOf(schema), [
      ['id', 'string (uuid) or null', true],
      ['either', 'number or object', true],
      ['either.inner', 'string', true],
      ['any', 'any value', true],
    ])
  })
})
