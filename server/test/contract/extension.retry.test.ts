import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Step } from '@millrace/contract/execution-step.ts'
import type { AcceptedExecution, Execution } from '@millrace/contract/execution.ts'
import { messageAt } from './support/answer.ts'
import type { Client } from './support/client.ts'
import { startWaiting } from './support/example-request.ts'
import { describeOnEveryStore } from './support/on-every-store.ts'
import { readEnd, readSteps } from './support/waiting-run.ts'

const log = (id: string) => ({ id, type: 'log', data: { message: id } })
const set = (id: string, values: object) => ({ id, type: 'set', data: { values } })
const edge = (source: string, target: string, sourceHandle = 'main') => ({ source, target, sourceHandle })
const call = (id: string, workflowId: string, input: object = {}) => ({
  id,
  type: 'workflow',
  data: { workflow_id: workflowId, input },
})
/** Runs, or fails, as its current version says: what another workflow calls it for can be mended. */
const BROKEN = { nodes: [{ id: 'f', type: 'fail', data: { message: 'Not yet.' } }] }
const MENDED = { nodes: [set('ok', { n: '{{ input.n }}' })] }

async function retry(client: Client, id: string, body?: object): Promise<string> {
  const answer = (await client.post(`/executions/${id}/retry`, body)).expect(202)
  const { execution_id, status, started_at } = answer.data<AcceptedExecution>()
  assert.equal(answer.header('location'), `/v1/executions/${execution_id}`)
  assert.equal(status, 'running')
  assert.ok(started_at.length > 0)
  assert.notEqual(execution_id, id)
  return execution_id
}

/** What the nodes themselves wrote: those that were taken over write nothing. */
function ranIn({ logs }: Execution): (string | null)[] {
  return logs
    .filter(({ node_id, level }) => node_id !== null && level === 'info')
    .map(({ node_id }) => node_id)
}

describeOnEveryStore('extension: retry an execution', (shared) => {
  it('does again what failed and what comes after, and takes over the rest', async () => {
    const client = await shared.client()
    const called = await client.createWorkflow(BROKEN)
    const workflow = await client.createWorkflow({
      nodes: [log('one'), call('two', called.id, { n: 7 }), log('three')],
      edges: [edge('one', 'two'), edge('two', 'three')],
    })
    const failed = await client.run(workflow, { x: 1 })
    assert.equal(failed.error?.code, 'SUBWORKFLOW_FAILED')
    ;(await client.patch(`/workflows/${called.id}`, MENDED)).expect(200)
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

  it('of a loop keeps the items that are through', async () => {
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
    ;(await client.patch(`/workflows/${called.id}`, { ...MENDED, edges: [] })).expect(200)
    const run = await readEnd(client, await retry(client, failed.id, { from: 'failed' }))
    assert.equal(run.error, null)
    assert.deepEqual(run.output, { ns: [1, 2, 3] })
    assert.deepEqual(ranIn(run), ['item'], 'only the third item begins anew')
  })

  it('from a node does that and everything behind it', async () => {
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

  it('of one that completed begins at the start, unless told; `failed` makes no sense there: 409', async () => {
    const client = await shared.client()
    const run = await client.run(await client.createWorkflow({ nodes: [log('a')] }), { n: 1 })
    const again = await readEnd(client, await retry(client, run.id))
    assert.deepEqual([again.status, again.input, ranIn(again)], ['completed', { n: 1 }, ['a']])
    const refused = await client.post(`/executions/${run.id}/retry`, { from: 'failed' })
    assert.match(refused.error(409, 'VALIDATION_ERROR').message, /did not fail/)
  })

  it('of one that was cancelled goes on from where it was', async () => {
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

  it('of one that has not ended is refused: 409', async () => {
    const client = await shared.client()
    const id = await startWaiting(client)
    const refused = await client.post(`/executions/${id}/retry`)
    assert.match(refused.error(409, 'VALIDATION_ERROR').message, /has not ended/)
  })

  it('from a node that is not there is refused, naming those that are', async () => {
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

  it('runs on the version of the execution, or on the current one when asked', async () => {
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

  it('of a deleted workflow is possible on the version of the execution, and not on the current one', async () => {
    const client = await shared.client()
    const workflow = await client.createWorkflow({ nodes: [log('a')] })
    const run = await client.run(workflow)
    ;(await client.delete(`/workflows/${workflow.id}`)).expect(200)
    assert.equal((await readEnd(client, await retry(client, run.id))).status, 'completed')
    const refused = await client.post(`/executions/${run.id}/retry`, { version: 'current' })
    assert.match(refused.error(409, 'VALIDATION_ERROR').message, /was deleted/)
  })

  it('can be retried itself', async () => {
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
