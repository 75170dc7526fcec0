import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { ifNode } from './if.node.ts'

describe('`if` node', () => {
  it('An `if` node passes its input to the output that matches its condition', () => {
    for (const condition of [true, false]) {
      assert.deepEqual(ifNode.run(nodeCall({ parameters: { condition }, previous: { x: 1 } })), {
        ok: true,
        output: { x: 1 },
        handle: String(condition),
      })
    }
  })

  it('An `if` node has two outputs and evaluates its condition without braces', () => {
    assert.deepEqual(ifNode.handles, ['true', 'false'])
    assert.deepEqual(ifNode.conditions, ['condition'])
  })
})
