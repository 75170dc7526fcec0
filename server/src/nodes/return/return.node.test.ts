import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { returnNode } from './return.node.ts'

const run = (parameters: JsonObject) => returnNode.run(nodeCall({ parameters, previous: { came: 'in' } }))

describe('`return` node', () => {
  it('A `return` node outputs its value, even if it is empty', () => {
    for (const value of [{ a: 1 }, 0, '', false, null, []]) {
      assert.deepEqual(run({ value }), { ok: true, output: value })
    }
  })

  it('A `return` node outputs its input when it has no value', () => {
    assert.deepEqual(run({}), { ok: true, output: { came: 'in' } })
  })

  it('A `return` node sets the output of the run', () => {
    assert.equal(returnNode.returns, true)
  })
})
