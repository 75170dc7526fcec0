import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Execution } from '@millrace/contract/execution.ts'
import { startWaiting } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd, readSteps, runToWait } from '../support/waiting-run.ts'

const WAIT = { id: 'wait', type: 'wait', data: { for: 'event', event: 'go' } }

describeOnEveryStore('Extension: cancel an execution', (shared) => {
  it('Cancelling ends an execution immediately as failed with CANCELLED and responds like GET', async () => {
    const client = await shared.client()
    const { id } = await runToWait(client, { nodes: [WAIT] }, { n: 1 })
    const cancelled = (await client.post(`/executions/${id}/cancel`)).expect(200).data<Execution>()
    assert.equal(cancelled.status, 'failed')
    assert.equal(cancelled.error?.code, 'CANCELLED')
    assert.ok(cancelled.completed_at !== null)
    assert.ok(cancelled.logs.some(({ message }) => message === 'The execution was cancelled.'))
    assert.deepEqual((await client.get(`/executions/${id}`)).data(), cancelled)
    const [step] = await readSteps(client, id)
    assert.deepEqual([step?.status, step?.waiting], ['aborted', null])
  })

  it('Cancelling a cancelled execution returns it unchanged', async () => {
    const client = await shared.client()
    const id = await startWaiting(client)
    const first = (await client.post(`/executions/${id}/cancel`)).expect(200).data<Execution>()
    assert.deepEqual((await client.post(`/executions/${id}/cancel`)).expect(200).data(), first)
  })

  it('Cancelling an execution that ended otherwise is answered with 409 and changes nothing', async () => {
    const client = await shared.client()
    for (const nodes of [[], [{ id: 'f', type: 'fail' }]]) {
      const run = await client.run(await client.createWorkflow({ nodes }))
      const { message } = (await client.post(`/executions/${run.id}/cancel`)).error(409, 'VALIDATION_ERROR')
      assert.equal(message, `The execution cannot be cancelled: it has already ${run.status}.`)
      assert.deepEqual((await client.get(`/executions/${run.id}`)).data(), run)
    }
  })

  it('Cancelling stops running nodes and ends sub-workflows', async () => {
    const client = await shared.client()
    const inner = await client.createWorkflow({ nodes: [WAIT] })
    const call = { id: 'call', type: 'workflow', data: { workflow_id: inner.id } }
    const { id, step } = await runToWait(client, { nodes: [call] })
    const childId = step.child_execution_id ?? ''
    assert.equal(step.waiting?.for, 'workflow')
    ;(await client.post(`/executions/${id}/cancel`)).expect(200)
    assert.equal((await readEnd(client, childId)).error?.code, 'CANCELLED')
  })

  it('Cancelling a sub-workflow lets its parent fail on its own', async () => {
    const client = await shared.client()
    const inner = await client.createWorkflow({ nodes: [WAIT] })
    const call = { id: 'call', type: 'workflow', data: { workflow_id: inner.id } }
    const { id, step } = await runToWait(client, { nodes: [call] })
    ;(await client.post(`/executions/${step.child_execution_id}/cancel`)).expect(200)
    assert.equal((await readEnd(client, id)).error?.code, 'SUBWORKFLOW_FAILED')
  })
})
