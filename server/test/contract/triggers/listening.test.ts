import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import type { ExecutionSummary } from '@millrace/contract/execution.ts'
import type { Trigger, TriggerEvent } from '@millrace/contract/trigger.ts'
import type { Workflow } from '@millrace/contract/workflow.ts'
import type { TestRequest } from '#test/support/test-service.ts'
import { ApiResponse, issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const hook = (id: string, data: object = {}, more: object = {}) => ({ id, type: 'webhook', data, ...more })

describeOnEveryStore('Listening for a request to an inbound webhook', (shared) => {
  const send = async (path: string, request: TestRequest = {}, method = 'POST') =>
    new ApiResponse(await shared.running.request(method, path, { key: null, ...request }))

  async function testPathOf(client: Client, workflowId: string, nodeId: string): Promise<string> {
    const triggers = (await client.get(`/workflows/${workflowId}/triggers`)).data<Trigger[]>()
    const { test_url = assert.fail('no address') } = triggers.find(({ node_id }) => node_id === nodeId) ?? {}
    return new URL(test_url).pathname
  }

  const listen = (client: Client, workflowId: string, nodeId: string, seconds = 20) =>
    client.post(`/workflows/${workflowId}/triggers/${encodeURIComponent(nodeId)}/listen`, { seconds })

  /** Sends the request until somebody listens: before that, it is refused or starts a run of the draft. */
  async function sendUntilCaptured(path: string, request: TestRequest): Promise<ApiResponse> {
    for (;;) {
      const response = await send(path, request)
      if (response.status === 202 && JSON.stringify(response.body).includes('captured')) return response
    }
  }

  const runsOf = async (client: Client, id: string) =>
    (await client.get(`/workflows/${id}/executions`)).data<ExecutionSummary[]>()

  async function publish(client: Client, graph: object): Promise<Workflow> {
    const { id } = await client.createWorkflow(graph)
    return (await client.post(`/workflows/${id}/publish`)).expect(200).data<Workflow>()
  }

  it('While somebody listens, a request to the test address is captured and starts no run', async () => {
    const client = await shared.client()
    const { id } = await publish(client, { nodes: [hook('Hook A/1')] })
    const path = await testPathOf(client, id, 'Hook A/1')
    const listening = listen(client, id, 'Hook A/1')
    const before = (await runsOf(client, id)).length
    await waitUntilListening(client, path)
    const response = await send(`${path}/sub?a=1`, {
      body: { order: 7 },
      headers: { authorization: 'Bearer secret' },
    })
    assert.deepEqual(response.expect(202).body, { success: true, data: { captured: true } })
    const event = (await listening).expect(200).data<TriggerEvent>()
    assert.deepEqual(
      [event.input['method'], event.input['path'], event.input['query'], event.input['body']],
      ['POST', '/sub', { a: '1' }, { order: 7 }],
    )
    assert.ok(!JSON.stringify(event).includes('secret'))
    assert.ok(Date.parse(event.received_at) > 0)
    assert.equal((await runsOf(client, id)).length, before)
    ;(await send(path, { body: {} })).expect(202)
    assert.equal((await runsOf(client, id)).length, before + 1, 'afterwards it runs again')
  })

  /** The request that listens was sent but may not have arrived. */
  async function waitUntilListening(client: Client, path: string): Promise<void> {
    const key = path.split('/').at(-1) ?? ''
    const { store } = shared.running.service
    const trigger = (await store.triggers.findInbound(key)) ?? assert.fail('no trigger')
    while ((await store.listeners.findActive(trigger.id, Date.now())) === undefined) {
      await client.get('/executions')
    }
  }

  it('A webhook that is only in the working copy can listen, with the settings of the working copy', async () => {
    const client = await shared.client()
    const workflow = await publish(client, {
      nodes: [{ id: 'start', type: 'start' }, hook('live', { method: 'POST' })],
    })
    const nodes = [hook('live', { method: 'PUT' }), hook('new')]
    ;(await client.send('PUT', `/workflows/${workflow.id}/draft`, { body: { nodes, edges: [] } })).expect(200)
    const triggers = (await client.get(`/workflows/${workflow.id}/triggers`)).data<Trigger[]>()
    assert.deepEqual(
      triggers.map(({ node_id, active }) => [node_id, active]),
      [
        ['live', true],
        ['new', false],
      ],
    )
    const path = await testPathOf(client, workflow.id, 'new')
    ;(await send(path, { body: {} })).error(404, 'NOT_FOUND')
    ;(await send(path.replace('/test', ''), { body: {} })).error(404, 'NOT_FOUND')
    const listening = listen(client, workflow.id, 'new')
    await sendUntilCaptured(path, { body: { n: 1 } })
    assert.deepEqual((await listening).data<TriggerEvent>().input['body'], { n: 1 })

    const live = await testPathOf(client, workflow.id, 'live')
    const again = listen(client, workflow.id, 'live')
    await waitUntilListening(client, live)
    assert.equal((await send(live, { body: {} })).status, 405)
    ;(await send(live, { body: { n: 2 } }, 'PUT')).expect(202)
    assert.deepEqual((await again).data<TriggerEvent>().input['body'], { n: 2 })
    const address = await testPathOf(client, workflow.id, 'new')
    ;(await client.post(`/workflows/${workflow.id}/publish`)).expect(200)
    assert.equal(await testPathOf(client, workflow.id, 'new'), address, 'publishing keeps the address')
    ;(await send(address.replace('/test', ''), { body: {} })).expect(202)
  })

  it('The sender is authenticated while somebody listens', async () => {
    const client = await shared.client()
    const value = 'the secret of the sender'
    const created = await client.post('/credentials', { name: 'Sender', type: 'api_key', value })
    const { id: credentialId } = created.expect(201).data<{ id: string }>()
    const data = { auth: 'hmac', signature: 'github' }
    const { id } = await client.createWorkflow({ nodes: [hook('h', data, { credential_id: credentialId })] })
    const triggers = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
    if (triggers[0]?.problem !== null) return assert.fail(triggers[0]?.problem ?? 'no trigger')
    const path = await testPathOf(client, id, 'h')
    const listening = listen(client, id, 'h')
    await waitUntilListening(client, path)
    ;(await send(path, { body: { n: 1 } })).error(401, 'UNAUTHORIZED')
    const body = JSON.stringify({ n: 2 })
    const signature = `sha256=${createHmac('sha256', value).update(body).digest('hex')}`
    const response = await fetch(shared.running.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    })
    assert.equal(response.status, 202, await response.text())
    assert.deepEqual((await listening).data<TriggerEvent>().input['body'], { n: 2 })
  })

  it('Without a request the answer is null', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({ nodes: [hook('h')] })
    assert.equal((await listen(client, id, 'h', 1)).expect(200).data(), null)
  })

  it('Unknown nodes, other kinds of triggers, faulty webhooks and other accounts are refused', async () => {
    const client = await shared.client()
    const { id } = await client.createWorkflow({
      nodes: [
        { id: 'timer', type: 'schedule', data: { every_seconds: 60 } },
        hook('faulty', { auth: 'basic' }),
        hook('h'),
      ],
    })
    ;(await listen(client, id, 'none')).error(404, 'NOT_FOUND')
    assert.deepEqual(issuePaths((await listen(client, id, 'timer')).error(400, 'VALIDATION_ERROR')), [
      'node_id',
    ])
    assert.deepEqual(issuePaths((await listen(client, id, 'faulty')).error(400, 'VALIDATION_ERROR')), [
      'node_id',
    ])
    ;(await listen(client, id, 'h', 61)).error(400, 'VALIDATION_ERROR')
    ;(await listen(await shared.client(), id, 'h', 1)).error(404, 'NOT_FOUND')
  })
})
