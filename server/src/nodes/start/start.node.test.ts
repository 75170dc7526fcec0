import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { startNode } from './start.node.ts'

it('A `start` node passes the input on and is a trigger', () => {
  assert.deepEqual(startNode.run(nodeCall({ previous: { x: 1 } })), { ok: true, output: { x: 1 } })
  assert.equal(startNode.group, 'trigger')
})
