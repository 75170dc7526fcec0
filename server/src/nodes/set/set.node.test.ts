import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { setNode } from './set.node.ts'

const run = (parameters: JsonObject, previous: JsonValue) => setNode.run(nodeCall({ parameters, previous }))

describe('`set` node', () => {
  it('A `set` node outputs its values without its input by default', () => {
    assert.deepEqual(run({ values: { a: 1 } }, { b: 2 }), { ok: true, output: { a: 1 } })
  })

  it('A `set` node with `keep_input` adds its values to its input, and its own values win', () => {
    const output = { a: 1, b: 2 }
    assert.deepEqual(run({ values: { a: 1 }, keep_input: true }, { a: 0, b: 2 }), { ok: true, output })
  })

  it('A `set` node ignores an input that is not an object', () => {
    for (const previous of [null, 'text', 7, [1, 2]]) {
      assert.deepEqual(run({ values: { a: 1 }, keep_input: true }, previous), { ok: true, output: { a: 1 } })
    }
  })
})
