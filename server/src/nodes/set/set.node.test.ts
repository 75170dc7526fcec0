import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { setNode } from './set.node.ts'

const run = (parameters: JsonObject, previous: JsonValue) => setNode.run(nodeCall({ parameters, previous }))

describe('a `set` node', () => {
  it('gives its values, and nothing of what came in', () => {
    assert.deepEqual(run({ values: { a: 1 } }, { b: 2 }), { ok: true, output: { a: 1 } })
  })

  it('adds its values to what came in where it is to keep that; its own win', () => {
    const output = { a: 1, b: 2 }
    assert.deepEqual(run({ values: { a: 1 }, keep_input: true }, { a: 0, b: 2 }), { ok: true, output })
  })

  it('has nothing to keep of what is no object', () => {
    for (const previous of [null, 'text', 7, [1, 2]]) {
      assert.deepEqual(run({ values: { a: 1 }, keep_input: true }, previous), { ok: true, output: { a: 1 } })
    }
  })
})
