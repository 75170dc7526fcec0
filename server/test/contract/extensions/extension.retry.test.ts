import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Step } from '@millrace/contract/execution-step.ts'
import type { AcceptedExecution, Execution } from '@millrace/contract/execution.ts'
import { messageAt } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { startWaiting } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd, readSteps } from '../support/waiting-run.ts'

const log = (id: string) => ({ id, type: 'log', data: { message: id } })
const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })
const call = (id: string, workflowId: string, input: object = {}) => ({
  id,
  type: 'workflow',
  data: { workflow_id: workflowId, input },
})
/** Runs or fails depending on its current version, so that a workflow called by another one can be fixed. */
const BROKEN = { nodes: [{ id: 'f', type: 'fail', data: { message: 'Not yet.' } }] }
const FIXED = { nodes: [set('ok', { n: '{{ input.n }}' })] }

async function retry(client: Client, id: string, body?: object): Promise<string> {
  const response = (await client.post(`/executions/${id}/retry`, body)).expect(202)
  const { execution_id, status, started_at } = response.data<AcceptedExecution>()
  assert.equal(response.header('location'), `/v1/executions/${execution_id}`)
  assert.equal(status, 'running')
  assert.ok(started_at.length > 0)
  assert.notEqual(execution_id, id)
  return execution_id
}

/** The log entries of the nodes themselves: reused steps write none. */
function ranIn({ logs }: Execution): (string | null)[] {
  return logs
    .filter(({ node_id, level }) => node_id !== null && level === 'info')
    .map(({ node_id }) => node_id)
}

describeOnEveryStore('Extension: retry an execution', (shared) => {
  it('A retry repeats the failed step and everything after it, and reuses the rest', async () => {
    const client = await shared.client()
    const called = await client.createWorkflow(BROKEN)
    const workflow = await client.createWorkflow({
      nodes: [log('one'), call('two', called.id, { n: 7 }), log('three')],
      edges: [edge('one', 'two'), edge('two', 'three')],
    })
    const failed = await client.run(workflow, { x: 1 })
    assert.equal(failed.error?.code, 'SUBWORKFLOW_FAILED')
    ;(await client.patch(`/workflows/${called.id}`, FIXED)).expect(200)
    const id = await retry(client, failed.id)
    const run = await readEnd(client, id)
    assert.deepEqual([run.status, run.output, run.input], ['completed', { n: 7 }, { x: 1 }])
    assert.deepEqual(ranIn(run), ['three'])
    assert.deepEqual(
      (await readSteps(client, id)).map(({ key, status }) => [key, status]),
      [
        ['one', 'completed'],
        ['two', 'completed'],
        ['three', 'completed'],
      ],
    )
    const { meta } = (await client.get(`/executions/${id}/steps`)).body as { meta: { retry_of: string } }
    assert.equal(meta.retry_of, failed.id)
    assert.deepEqual((await client.get(`/executions/${failed.id}`)).data(), failed)
  })

  it('A retry of a loop keeps the completed items', async () => {
    const client = await shared.client()
    const called = await client.createWorkflow({
      nodes: [
        { id: 'bad', type: 'if', data: { condition: 'input.n == 2' } },
        { id: 'f', type: 'fail' },
        set('ok', { n: '{{ input.n }}' }),
      ],
      edges: [edge('bad', 'f', 'true'), edge('bad', 'ok', 'false')],
    })
    const workflow = await client.createWorkflow({
      nodes: [
        { id: 'l', type: 'for_each', data: { items: '{{ input.items }}' } },
        log('item'),
        call('call', called.id, { n: '{{ item }}' }),
        set('sum', { ns: '{{ previous.map(one => one.n) }}' }),
      ],
      edges: [edge('l', 'item', 'each'), edge('item', 'call'), edge('l', 'sum', 'done')],
    })
    const failed = await client.run(workflow, { items: [1, 2, 3] })
    assert.equal(failed.status, 'failed')
    ;(await client.patch(`/workflows/${called.id}`, { ...FIXED, edges: [] })).expect(200)
    const run = await readEnd(client, await retry(client, failed.id, { from: 'failed' }))
    assert.equal(run.error, null)
    assert.deepEqual(run.output, { ns: [1, 2, 3] })
    assert.deepEqual(ranIn(run), ['item'], 'only the third item starts again')
  })

  it('A retry from a node repeats that node and everything after it', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [log('a'), log('b'), log('c'), log('beside')],
      edges: [edge('a', 'b'), edge('b', 'c'), edge('a', 'beside')],
    })
    const run = await client.run(workflow)
    const from = async (node: string) =>
      ranIn(await readEnd(client, await retry(client, run.id, { from: node })))
    const everything = new Set(['a', 'b', 'beside', 'c'])
    assert.deepEqual(await from('b'), ['b', 'c'])
    assert.deepEqual(await from('c'), ['c'])
    assert.deepEqual(new Set(await from('a')), everything)
    assert.deepEqual(new Set(await from('start')), everything)
  })

  it('A retry of a completed run starts at the beginning by default, and `failed` is answered with 409', async () => {
    const client = await shared.client()
    const run = await client.run(await client.createWorkflow({ nodes: [log('a')] }), { n: 1 })
    const again = await readEnd(client, await retry(client, run.id))
    assert.deepEqual([again.status, again.input, ranIn(again)], ['completed', { n: 1 }, ['a']])
    const rejected = await client.post(`/executions/${run.id}/retry`, { from: 'failed' })
    assert.match(rejected.error(409, 'VALIDATION_ERROR').message, /did not fail/)
  })

  it('A retry of a cancelled run continues where it was', async () => {
    const client = await shared.client()
    const nodes = [log('a'), { id: 'w', type: 'wait', data: { for: 'event', event: 'go' } }, log('b')]
    const workflow = await client.createWorkflow({ nodes, edges: [edge('a', 'w'), edge('w', 'b')] })
    const { execution_id: id } = await client.accept(workflow)
    ;(await client.post(`/executions/${id}/cancel`)).expect(200)
    const again = await retry(client, id)
    ;(await client.post(`/executions/${again}/signal`, { event: 'go', data: { n: 5 } })).expect(202)
    const run = await readEnd(client, again)
    assert.deepEqual([run.status, run.output], ['completed', { n: 5 }])
  })

  it('A retry of a run that has not ended is answered with 409', async () => {
    const client = await shared.client()
    const id = await startWaiting(client)
    const rejected = await client.post(`/executions/${id}/retry`)
    assert.match(rejected.error(409, 'VALIDATION_ERROR').message, /has not ended/)
  })

  it('A retry from an unknown node is rejected with the names of the known ones', async () => {
    const client = await shared.client()
    const run = await client.run(await client.createWorkflow({ nodes: [log('a'), log('b')] }))
    const error = (await client.post(`/executions/${run.id}/retry`, { from: 'c' })).error(
      400,
      'VALIDATION_ERROR',
    )
    assert.match(messageAt(error, 'from'), /a, b/)
    ;(await client.post(`/executions/${run.id}/retry`, { from: '' })).error(400, 'VALIDATION_ERROR')
    ;(await client.post(`/executions/${run.id}/retry`, { version: 'newest' })).error(400, 'VALIDATION_ERROR')
  })

  it('A retry uses the version of the execution, or the current one on request', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({
      nodes: [log('a'), { id: 'b', type: 'fail' }],
      edges: [edge('a', 'b')],
    })
    const failed = await client.run(workflow)
    ;(await client.patch(`/workflows/${workflow.id}`, { nodes: [log('a'), log('b')] })).expect(200)
    assert.equal((await readEnd(client, await retry(client, failed.id))).status, 'failed')
    const current = await readEnd(client, await retry(client, failed.id, { version: 'current' }))
    assert.deepEqual([current.status, ranIn(current)], ['completed', ['b']])
  })

  it('A retry for a deleted workflow works on the version of the execution but not on the current one', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({ nodes: [log('a')] })
    const run = await client.run(workflow)
    ;(await client.delete(`/workflows/${workflow.id}`)).expect(200)
    assert.equal((await readEnd(client, await retry(client, run.id))).status, 'completed')
    const rejected = await client.post(`/executions/${run.id}/retry`, { version: 'current' })
    assert.match(rejected.error(409, 'VALIDATION_ERROR').message, /was deleted/)
  })

  it('A retry can be retried itself', async () => {
    const client = await shared.client()
    const called = await client.createWorkflow(BROKEN)
    const workflow = await client.createWorkflow({
      nodes: [log('one'), call('two', called.id)],
      edges: [edge('one', 'two')],
    })
    const first = await client.run(workflow)
    const second = await readEnd(client, await retry(client, first.id))
    assert.deepEqual([second.status, ranIn(second)], ['failed', []])
    ;(await client.patch(`/workflows/${called.id}`, { nodes: [set('ok', {})] })).expect(200)
    const third = await readEnd(client, await retry(client, second.id))
    assert.deepEqual([third.status, ranIn(third)], ['completed', []])
    const steps: Step[] = await readSteps(client, third.id)
    assert.equal(steps.length, 2)
  })
})
