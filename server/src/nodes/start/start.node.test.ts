import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { startNode } from './start.node.ts'

it('A `start` node is a trigger and outputs the input of the run', () => {
  assert.deepEqual(startNode.run(nodeCall({ previous: { x: 1 } })), { ok: true, output: { x: 1 } })
  assert.equal(startNode.family, 'trigger')
})
