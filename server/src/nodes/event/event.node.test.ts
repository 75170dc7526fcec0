import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { eventNode } from './event.node.ts'

it('An `event` node is a trigger and outputs the event', () => {
  const previous = { event: 'workflow.failed', execution_id: 'x' }
  assert.deepEqual(eventNode.run(nodeCall({ previous })), { ok: true, output: previous })
  assert.equal(eventNode.family, 'trigger')
})
