import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { ifNode } from './if.node.ts'

describe('an `if` node', () => {
  it('passes on what came in, at the handle of its condition', () => {
    for (const condition of [true, false]) {
      assert.deepEqual(ifNode.run(nodeCall({ parameters: { condition }, previous: { x: 1 } })), {
        ok: true,
        output: { x: 1 },
        handle: String(condition),
      })
    }
  })

  it('has an edge for each outcome, and reads its condition without brackets', () => {
    assert.deepEqual(ifNode.handles, ['true', 'false'])
    assert.deepEqual(ifNode.conditions, ['condition'])
  })
})
