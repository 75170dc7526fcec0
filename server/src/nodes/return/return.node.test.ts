import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '#domain/index.ts'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { returnNode } from './return.node.ts'

const run = (parameters: JsonObject) => returnNode.run(nodeCall({ parameters, previous: { came: 'in' } }))

describe('a `return` node', () => {
  it('gives its value, also one that is nothing', () => {
    for (const value of [{ a: 1 }, 0, '', false, null, []]) {
      assert.deepEqual(run({ value }), { ok: true, output: value })
    }
  })

  it('gives what came in when it has no value', () => {
    assert.deepEqual(run({}), { ok: true, output: { came: 'in' } })
  })

  it('decides the output of the run', () => {
    assert.equal(returnNode.returns, true)
  })
})
