import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { formNode } from './form.node.ts'

it('A `form` node is a trigger and outputs the submission', () => {
  const previous = { data: { email: 'ada@example.com' } }
  assert.deepEqual(formNode.run(nodeCall({ previous })), { ok: true, output: previous })
  assert.equal(formNode.family, 'trigger')
})
