import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { compileSchema } from './compile-schema.ts'

describe('compiled schemas', () => {
  it('An object that may have any members is checked without reading them', () => {
    const schema = Type.Object({ input: Type.Optional(Type.Record(Type.String(), Type.Unknown())) })
    const validator = compileSchema(schema)
    const unread = new Proxy({}, { ownKeys: () => assert.fail('its members were read') })
    assert.equal(validator.Check({ input: unread }), true)
    assert.equal(validator.Check({}), true)
    for (const input of [[], null, 'text']) assert.equal(validator.Check({ input }), false)
    assert.deepEqual(
      validator.Errors({ input: [] }).map(({ keyword, instancePath }) => [keyword, instancePath]),
      [['type', '/input']],
    )
  })

  it('Members are checked where the schema says something about their values or forbids others', () => {
    const texts = compileSchema(Type.Array(Type.Record(Type.String(), Type.String())))
    assert.equal(texts.Check([{ a: 'b' }]), true)
    assert.equal(texts.Check([{ a: 1 }]), false)
    const closed = compileSchema(
      Type.Record(Type.String({ pattern: '^x-' }), Type.Unknown(), { additionalProperties: false }),
    )
    assert.equal(closed.Check({ 'x-a': 1 }), true)
    assert.equal(closed.Check({ a: 1 }), false)
  })
})
