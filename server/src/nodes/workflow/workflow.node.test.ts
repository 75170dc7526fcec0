import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { workflowNode } from './workflow.node.ts'

const id = '0199a3c2-7b1e-7c43-9d5e-2f6a8b0c4d1e'
const message = 'the parameter `workflow_id` must be the id of a workflow in this account.'

describe('`workflow` node', () => {
  it('A `workflow` node runs the other workflow without input and waits for it by default', () => {
    const call = { workflowId: id, input: {}, wait: true }
    assert.deepEqual(workflowNode.run(nodeCall({ parameters: { workflow_id: id.toUpperCase() } })), {
      callWorkflow: call,
    })
  })

  it('A `workflow` node passes its input and does not wait if `wait` is false', () => {
    const parameters = { workflow_id: id, input: { a: 1 }, wait: false }
    assert.deepEqual(workflowNode.run(nodeCall({ parameters })), {
      callWorkflow: { workflowId: id, input: { a: 1 }, wait: false },
    })
  })

  it('A `workflow` node refuses an invalid id when it is checked and when it runs', () => {
    for (const wrong of ['', 'orders', `${id}0`, `x${id}`]) {
      assert.deepEqual(workflowNode.run(nodeCall({ parameters: { workflow_id: wrong } })), {
        ok: false,
        code: 'INVALID_PARAMETERS',
        message: `In a \`workflow\` node, ${message}`,
        permanent: true,
      })
      assert.deepEqual(workflowNode.check?.({ workflow_id: wrong }), [{ parameter: 'workflow_id', message }])
    }
    for (const fine of [id, '{{ variables.child }}']) {
      assert.deepEqual(workflowNode.check?.({ workflow_id: fine }), [])
    }
  })

  it('A `workflow` node requires an id and takes only an object as input', () => {
    const parameters = Compile(workflowNode.parameters)
    assert.ok(!parameters.Check({}))
    assert.ok(!parameters.Check({ workflow_id: id, input: [1] }))
    assert.ok(!parameters.Check({ workflow_id: id, input: null }))
  })
})
