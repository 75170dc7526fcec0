import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Credential, CredentialUsage } from '@millrace/contract/credential.ts'
import type {
  ImportedIntegration,
  Integration,
  IntegrationDetail,
  UpdatedIntegration,
} from '@millrace/contract/integration.ts'
import type { ActionTrial } from '@millrace/contract/integration-action.ts'
import { serveHttp } from '#adapters/outgoing/testing/loopback-server.ts'
import { issuePaths } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const FIRST = 'FIRST-canary-value'
const SECOND = 'SECOND-canary-value'
const ABSENT = '018f0000-0000-7000-8000-000000000000'
const EVERYTHING = 'include=status,last_error,allowed_hosts,value_changed_at'

describeOnEveryStore('Extension: connections', (shared) => {
  it('A credential is replaced in place: the next request of a run uses the new value, the id stays', async (t) => {
    const client = await shared.client()
    const service = await serveKey(t)
    const credential = await createKey(client)
    const workflow = await client.createWorkflow({
      nodes: [{ id: 'call', type: 'http', data: { url: service.origin }, credential_id: credential.id }],
    })
    assert.equal((await client.run(workflow)).status, 'completed')
    assert.deepEqual(await read(client, credential.id), {
      status: 'working',
      last_error: null,
      allowed_hosts: null,
    })

    service.accepted = SECOND
    assert.equal((await client.run(workflow)).error?.code, 'HTTP_401')
    const failing = await read(client, credential.id)
    assert.equal(failing.status, 'failing')
    assert.match(failing.last_error?.message ?? '', /401/)

    const changes = { name: ' Renamed ', value: SECOND, allowed_hosts: ['127.0.0.1'], type: 'smtp' }
    const updated = (await client.patch(`/credentials/${credential.id}`, changes)).expect(200)
    assert.deepEqual(Object.keys(updated.data<object>()).sort(), [
      'created_at',
      'id',
      'last_used_at',
      'name',
      'type',
    ])
    assert.deepEqual(
      [updated.data<Credential>().name, updated.data<Credential>().type],
      ['Renamed', 'api_key'],
    )
    assert.deepEqual(await read(client, credential.id), {
      status: 'untested',
      last_error: null,
      allowed_hosts: ['127.0.0.1'],
    })
    assert.equal((await client.run(workflow)).status, 'completed')
    assert.equal((await read(client, credential.id)).status, 'working')
    assert.deepEqual(service.seen, [FIRST, FIRST, SECOND])
  })

  it('Runs that use a credential while it is replaced send the earlier or the new value, and nothing else', async (t) => {
    const client = await shared.client()
    const service = await serveKey(t)
    const credential = await createKey(client)
    const workflow = await client.createWorkflow({
      nodes: [{ id: 'call', type: 'http', data: { url: service.origin }, credential_id: credential.id }],
    })
    service.accepted = undefined
    const runs = Array.from({ length: 20 }, () => client.run(workflow))
    const patches = [SECOND, FIRST, SECOND].map(async (value) =>
      (await client.patch(`/credentials/${credential.id}`, { value })).expect(200),
    )
    const [ended] = await Promise.all([Promise.all(runs), Promise.all(patches)])
    assert.deepEqual(new Set(ended.map(({ status }) => status)), new Set(['completed']))
    assert.equal(service.seen.length, 20)
    assert.equal(
      service.seen.every((value) => value === FIRST || value === SECOND),
      true,
    )
  })

  it('What GET returns about a credential can be sent back and changes nothing', async () => {
    const client = await shared.client()
    const { id } = await createKey(client)
    const path = `/credentials/${id}?${EVERYTHING}`
    const before = (await client.get(path)).expect(200).data<Credential>()
    ;(await client.patch(`/credentials/${id}`, before)).expect(200)
    assert.deepEqual((await client.get(path)).data(), before)
  })

  it('A change to a credential is checked like a new one, against its own type', async () => {
    const client = await shared.client()
    const smtp = { name: 'Mail', type: 'smtp', value: 'smtps://mail.example.com' }
    const { id } = (await client.post('/credentials', smtp)).expect(201).data<Credential>()
    for (const [changes, path] of [
      [{ value: 'mail.example.com' }, 'value'],
      [{ value: '' }, 'value'],
      [{ name: ' ' }, 'name'],
      [{ allowed_hosts: ['https://x.example'] }, 'allowed_hosts[0]'],
    ] as const) {
      const error = (await client.patch(`/credentials/${id}`, changes)).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), [path])
    }
    ;(await client.patch(`/credentials/${ABSENT}`, { name: 'x' })).error(404, 'NOT_FOUND')
    ;(await client.get(`/credentials/${ABSENT}/usage`)).error(404, 'NOT_FOUND')
    const unknown = (await client.get('/credentials?include=value')).error(400, 'VALIDATION_ERROR')
    assert.deepEqual(issuePaths(unknown), ['include'])
  })

  it('Credentials are found by name, type and status', async () => {
    const client = await shared.client()
    const { id } = await createKey(client)
    ;(await client.post('/credentials', { name: 'Other', type: 'bearer_token', value: 'x' })).expect(201)
    for (const query of ['search=KE', 'type=api_key', 'search=key&status=untested']) {
      const found = await client.get(`/credentials?${query}`)
      assert.deepEqual(
        found.data<Credential[]>().map((one) => one.id),
        [id],
        query,
      )
    }
    assert.deepEqual((await client.get('/credentials?status=failing')).data(), [])
  })

  it('The usage of a credential names workflows by live version and edits, integrations and triggers', async () => {
    const client = await shared.client()
    const slack = { name: 'Team', type: 'slack', value: 'xoxb-1' }
    const { id } = (await client.post('/credentials', slack)).expect(201).data<Credential>()
    const [integration] = (await client.get('/integrations')).data<Integration[]>()
    assert.ok(integration !== undefined)
    const through = {
      id: 'post',
      type: 'integration',
      name: 'Post',
      data: { integration_id: integration.id, action: 'post_message' },
    }
    const live = await client.createWorkflow({ name: 'Live', status: 'published', nodes: [through] })
    const edited = await client.createWorkflow({ name: 'Edited', status: 'published', nodes: [] })
    const own = { id: 'own', type: 'integration', credential_id: id, data: { type: 'slack' } }
    const draft = { nodes: [own], edges: [], variables: {} }
    ;(await client.put(`/workflows/${edited.id}/draft`, draft)).expect(200)
    const inbound = { id: 'in', type: 'webhook', credential_id: id, data: { auth: 'bearer' } }
    const called = await client.createWorkflow({ name: 'Called', status: 'published', nodes: [inbound] })

    const usage = (await client.get(`/credentials/${id}/usage`)).expect(200).data<CredentialUsage>()
    assert.equal(usage.workflow_count, 3)
    assert.deepEqual(
      usage.workflows
        .map(({ name, live: isLive, draft: isDraft }) => [name, isLive, isDraft] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
      [
        ['Called', true, false],
        ['Edited', false, true],
        ['Live', true, false],
      ],
    )
    const { nodes } = usage.workflows.find((workflow) => workflow.id === live.id) ?? {}
    assert.deepEqual(nodes, [
      { id: 'post', name: 'Post', type: 'integration', integration_id: integration.id },
    ])
    assert.deepEqual(usage.integrations, [{ id: integration.id, type: 'slack', name: 'Team' }])
    assert.deepEqual(
      usage.triggers.map((trigger) => [trigger.workflow_id, trigger.node_id, trigger.kind]),
      [[called.id, 'in', 'webhook']],
    )
  })

  it('The test of an integration is the status of its credential, until the value is replaced', async () => {
    const client = await shared.client()
    const dead = { name: 'Db', type: 'postgres', value: 'postgres://u:p@127.0.0.1:1/db' }
    const { id } = (await client.post('/credentials', dead)).expect(201).data<Credential>()
    const integration = (await client.get('/integrations')).data<Integration[]>()[0]?.id ?? ''
    const test = (await client.post(`/integrations/${integration}/test`)).expect(200)
    assert.equal(test.data<{ ok: boolean }>().ok, false)
    const detail = async () => (await client.get(`/integrations/${integration}`)).data<IntegrationDetail>()
    assert.equal((await detail()).status, 'error')
    assert.equal((await detail()).last_error, test.data<{ message: string }>().message)
    assert.equal((await read(client, id)).status, 'failing')
    ;(await client.patch(`/credentials/${id}`, { value: dead.value })).expect(200)
    assert.deepEqual([(await detail()).status, (await detail()).last_error], ['untested', null])
  })

  it('An integration gets another name and credential in place', async () => {
    const client = await shared.client()
    const slack = { name: 'Team', type: 'slack', value: 'xoxb-1' }
    ;(await client.post('/credentials', slack)).expect(201)
    const [integration] = (await client.get('/integrations')).data<Integration[]>()
    const other = (await client.post('/credentials', { ...slack, name: 'Two' })).data<Credential>()
    const path = `/integrations/${integration?.id}`
    const changes = { name: ' Chat ', credential_id: other.id.toUpperCase() }
    const updated = (await client.patch(path, changes)).expect(200).data<UpdatedIntegration>()
    assert.deepEqual(
      [updated.id, updated.name, updated.credential_id, updated.changes, updated.import],
      [integration?.id, 'Chat', other.id, null, null],
    )
    const key = await createKey(client)
    for (const [wrong, at] of [
      [{ credential_id: key.id }, 'credential_id'],
      [{ credential_id: ABSENT }, 'credential_id'],
      [{ credential_id: null }, 'credential_id'],
      [{ base_url: 'https://x.example' }, 'base_url'],
      [{ document: '{}' }, 'document'],
    ] as const) {
      const error = (await client.patch(path, wrong)).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), [at])
    }
    ;(await client.patch(`/integrations/${ABSENT}`, { name: 'x' })).error(404, 'NOT_FOUND')
  })

  it('A newer document replaces the imported one, with a report of what changed and what breaks', async () => {
    const client = await shared.client()
    const imported = (
      await client.post('/integrations/import', { name: 'Orders', document: JSON.stringify(apiOf(1)) })
    )
      .expect(201)
      .data<ImportedIntegration>()
    const node = (id: string, action: string) => ({
      id,
      type: 'integration',
      data: { integration_id: imported.id, action },
    })
    const workflow = await client.createWorkflow({
      name: 'Uses it',
      nodes: [node('keeps', 'listOrders'), node('breaks', 'deleteOrder')],
    })
    const path = `/integrations/${imported.id}`
    const { changes, ...updated } = (await client.patch(path, { document: JSON.stringify(apiOf(2)) }))
      .expect(200)
      .data<UpdatedIntegration>()
    assert.deepEqual(changes, {
      added_count: 1,
      added: [{ name: 'countOrders', operation: 'GET /orders/count' }],
      changed_count: 1,
      changed: [{ name: 'createOrder', operation: 'POST /orders' }],
      removed_count: 1,
      removed: [{ name: 'deleteOrder', operation: 'DELETE /orders/{id}' }],
      broken_nodes: [
        {
          workflow_id: workflow.id,
          workflow_name: 'Uses it',
          node_id: 'breaks',
          action: 'deleteOrder',
        },
      ],
    })
    assert.deepEqual([updated.id, updated.import?.version, updated.status], [imported.id, '2', 'untested'])
    const actions = (await client.get(`${path}/actions`)).data<{ name: string }[]>()
    assert.deepEqual(actions.map(({ name }) => name).sort(), ['countOrders', 'createOrder', 'listOrders'])

    const moved = { base_url: 'https://other.example/v2/' }
    const { import: report } = (await client.patch(path, moved)).expect(200).data<UpdatedIntegration>()
    assert.equal(report?.base_url, 'https://other.example/v2')
    const again = (await client.get(path)).expect(200).data<IntegrationDetail>()
    assert.deepEqual([again.import?.base_url, again.import?.operation_count], ['https://other.example/v2', 3])
    const both = { document: '{}', url: 'https://x.example' }
    assert.deepEqual(issuePaths((await client.patch(path, both)).error(400, 'VALIDATION_ERROR')), [
      'document',
    ])
    ;(await client.patch(path, { document: 'no document' })).error(400, 'VALIDATION_ERROR')
    assert.equal((await client.get(`${path}/actions`)).data<unknown[]>().length, 3)
  })

  it('An action is tried once, with its result, its failure and without its secret', async (t) => {
    const client = await shared.client()
    const { origin } = await serveHttp(t, ({ headers }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ headers }))
    })
    const document = JSON.stringify({ ...apiOf(1), servers: [{ url: origin }] })
    const key = await createKey(client)
    const body = { name: 'Orders', document, credential_id: key.id }
    const { id } = (await client.post('/integrations/import', body)).expect(201).data<ImportedIntegration>()
    const attempt = async (wanted: object) =>
      (await client.post(`/integrations/${id}/try`, wanted)).expect(200).data<ActionTrial>()
    const done = await attempt({ action: 'listOrders' })
    assert.deepEqual([done.ok, done.error, done.id], [true, null, id])
    assert.match(JSON.stringify(done.output), /x-orders-key.*\*\*\*/)
    assert.equal(JSON.stringify(done).includes(FIRST), false)
    const failed = await attempt({ action: 'none' })
    assert.deepEqual([failed.ok, failed.output, failed.error?.code], [false, null, 'UNKNOWN_ACTION'])
    ;(await client.post(`/integrations/${ABSENT}/try`, { action: 'x' })).error(404, 'NOT_FOUND')
    ;(await client.post(`/integrations/${id}/try`, {})).error(400, 'VALIDATION_ERROR')
  })
})

async function createKey(client: Client): Promise<Credential> {
  const body = { name: 'Key', type: 'api_key', value: FIRST }
  return (await client.post('/credentials', body)).expect(201).data<Credential>()
}

async function read(client: Client, id: string) {
  const { status, last_error, allowed_hosts } = (await client.get(`/credentials/${id}?${EVERYTHING}`))
    .expect(200)
    .data<Credential>()
  return { status, last_error, allowed_hosts }
}

/** A service that accepts one key; any key if it is undefined. */
async function serveKey(t: TestContext) {
  const service = { origin: '', accepted: FIRST as string | undefined, seen: [] as unknown[] }
  const { origin } = await serveHttp(t, ({ headers }, response) => {
    const key = headers['x-api-key']
    service.seen.push(key)
    response.writeHead(service.accepted === undefined || key === service.accepted ? 200 : 401).end()
  })
  service.origin = origin
  return service
}

/** Two versions of a service: one operation goes, one comes, and a schema that an operation refers to changes. */
function apiOf(version: 1 | 2) {
  const order = { type: 'object', properties: version === 1 ? {} : { total: { type: 'number' } } }
  const list = { get: { operationId: 'listOrders', summary: `Version ${version}` } }
  const post = {
    operationId: 'createOrder',
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
  }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  return {
    openapi: '3.1.0',
    info: { title: 'Orders', version: String(version) },
    servers: [{ url: 'https://orders.example.com' }],
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Orders-Key' } },
      schemas: { Order: order },
    },
    paths: {
      '/orders': { ...list, post },
      ...(version === 1
        ? { '/orders/{id}': { delete: { operationId: 'deleteOrder', parameters } } }
        : { '/orders/count': { get: { operationId: 'countOrders' } } }),
    },
  }
}
