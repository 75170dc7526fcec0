import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { nodeCall } from '#nodes/testing/node-call.ts'
import { workflowNode } from './workflow.node.ts'

const id = '0199a3c2-7b1e-7c43-9d5e-2f6a8b0c4d1e'
const message = 'the parameter `workflow_id` must be the id of a workflow of this account.'

describe('a `workflow` node', () => {
  it('runs the other workflow without input and waits for it', () => {
    const call = { workflowId: id, input: {}, wait: true }
    assert.deepEqual(workflowNode.run(nodeCall({ parameters: { workflow_id: id.toUpperCase() } })), {
      callWorkflow: call,
    })
  })

  it('hands over input, and does not wait where it is told so', () => {
    const parameters = { workflow_id: id, input: { a: 1 }, wait: false }
    assert.deepEqual(workflowNode.run(nodeCall({ parameters })), {
      callWorkflow: { workflowId: id, input: { a: 1 }, wait: false },
    })
  })

  it('refuses what is no id, as it is drawn and as it comes out', () => {
    for (const wrong of ['', 'orders', `${id}0`, `x${id}`]) {
      assert.deepEqual(workflowNode.run(nodeCall({ parameters: { workflow_id: wrong } })), {
        ok: false,
        code: 'INVALID_PARAMETERS',
        message: `For a sub-workflow ${message}`,
        permanent: true,
      })
      assert.deepEqual(workflowNode.check?.({ workflow_id: wrong }), [{ parameter: 'workflow_id', message }])
    }
    for (const fine of [id, '{{ variables.child }}']) {
      assert.deepEqual(workflowNode.check?.({ workflow_id: fine }), [])
    }
  })

  it('wants an id, and an object as input', () => {
    const parameters = Compile(workflowNode.parameters)
    assert.ok(!parameters.Check({}))
    assert.ok(!parameters.Check({ workflow_id: id, input: [1] }))
    assert.ok(!parameters.Check({ workflow_id: id, input: null }))
  })
})
