import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startNode } from './start.node.ts'

it('A `start` node passes the input on and is a trigger', () => {
  const call = { parameters: {}, previous: { x: 1 }, scope: () => ({}), log: assert.fail }
  assert.deepEqual(startNode.run(call), { ok: true, output: { x: 1 } })
  assert.equal(startNode.group, 'trigger')
})
