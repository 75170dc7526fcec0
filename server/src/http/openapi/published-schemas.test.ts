import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Type from 'typebox'
import { PublishedSchemas } from './published-schemas.ts'

describe('the published schemas', () => {
  it('are referenced by their title at any depth and sorted by name', () => {
    const schemas = new PublishedSchemas()
    const inner = Type.Object({ id: Type.String() }, { title: 'Inner' })
    const outer = Type.Object({ all: Type.Array(inner), one: Type.Optional(inner) }, { title: 'Another' })
    assert.deepEqual(schemas.publish(outer), { $ref: '#/components/schemas/Another' })
    assert.deepEqual(schemas.components(), {
      Another: {
        title: 'Another',
        type: 'object',
        required: ['all'],
        properties: {
          all: { type: 'array', items: { $ref: '#/components/schemas/Inner' } },
          one: { $ref: '#/components/schemas/Inner' },
        },
      },
      Inner: { title: 'Inner', type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    })
    assert.deepEqual(Object.keys(schemas.components()), ['Another', 'Inner'])
  })

  it('contain nothing that only TypeBox understands', () => {
    const refined = Type.Refine(Type.String({ maxLength: 3 }), () => true)
    const schema = Type.Object({
      text: Type.Optional(refined),
      map: Type.Record(Type.String(), Type.Unknown()),
      word: Type.Enum(['a', 'b']),
      maybe: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    })
    const published = new PublishedSchemas().publish(schema)
    assert.deepEqual(published, {
      type: 'object',
      required: ['map', 'word', 'maybe'],
      properties: {
        text: { type: 'string', maxLength: 3 },
        map: { type: 'object', additionalProperties: true },
        word: { type: 'string', enum: ['a', 'b'] },
        maybe: { type: ['string', 'null'], format: 'uuid' },
      },
    })
    assert.deepEqual(
      Reflect.ownKeys(published.properties?.['text'] ?? {}).filter((key) => String(key).startsWith('~')),
      [],
    )
  })

  it('reject two different schemas with the same title', () => {
    const schemas = new PublishedSchemas()
    schemas.publish(Type.String({ title: 'Name' }))
    schemas.publish(Type.String({ title: 'Name' }))
    assert.throws(() => schemas.publish(Type.Integer({ title: 'Name' })), /have the title Name/)
  })
})
