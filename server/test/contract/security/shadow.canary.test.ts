import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { Delivery } from '@millrace/contract/delivery.ts'
import type { ExecutionOverview } from '@millrace/contract/execution-list.ts'
import type { ShadowReport } from '@millrace/contract/workflow-shadow.ts'
import { type LoopbackServer, serveHttp, serveTcp } from '#adapters/outgoing/testing/loopback-server.ts'
import { serveSmtp } from '#adapters/outgoing/testing/scripted-smtp-server.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'
import { nodeKinds } from '#nodes/index.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { readEnd } from '../support/waiting-run.ts'
import { exampleAction } from './support/outgoing-paths.ts'

/*
 * Shadow runs go through every kind of node that reaches outside, while real servers on loopback count connections: for
 * HTTP, SMTP and PostgreSQL, and for deliveries and follow-up runs that a real run causes. Real runs before and after them
 * show that these servers are reached by the same workflow.
 */

interface Node {
  readonly id: string
  readonly type: string
  readonly data: Record<string, unknown>
  readonly credential_id?: string
  readonly on_error?: string
}

/** Servers that count who connects. */
class Canary {
  readonly http: LoopbackServer
  readonly smtp: LoopbackServer
  readonly sql: LoopbackServer
  /** For deliveries to webhook endpoints and for follow-up runs. */
  readonly consequences: LoopbackServer

  private constructor(servers: readonly [LoopbackServer, LoopbackServer, LoopbackServer, LoopbackServer]) {
    ;[this.http, this.smtp, this.sql, this.consequences] = servers
  }

  static async open(t: TestContext): Promise<Canary> {
    const http = () =>
      serveHttp(t, (_request, response) => {
        response.setHeader('connection', 'close').setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ ok: true, access_token: 'a-token' }))
      })
    const reset = await serveTcp(t, (socket) => socket.destroy())
    return new Canary([await http(), await serveSmtp(t), reset, await http()])
  }

  counts(): Readonly<Record<'http' | 'smtp' | 'sql' | 'consequences', number>> {
    const { http, smtp, sql, consequences } = this
    return {
      http: http.accepted(),
      smtp: smtp.accepted(),
      sql: sql.accepted(),
      consequences: consequences.accepted(),
    }
  }
}

async function createCredential(client: Client, type: string, value: string): Promise<string> {
  const response = await client.post('/credentials', { name: type, type, value })
  return response.expect(201).data<{ id: string }>().id
}

/** Nodes of every kind that reaches outside, all of them directed to the canary. */
async function outsideNodes(client: Client, canary: Canary): Promise<Node[]> {
  const { origin } = canary.http
  const token = { token_url: `${origin}/token`, client_id: 'id', client_secret: 'secret' }
  const smtp = await createCredential(client, 'smtp', `smtp://127.0.0.1:${canary.smtp.port}`)
  const sql = await createCredential(client, 'postgres', `postgres://u:p@127.0.0.1:${canary.sql.port}/app`)
  const oauth = await createCredential(client, 'oauth2_client', JSON.stringify(token))
  const called = await client.createWorkflow({
    nodes: [{ id: 'inner', type: 'http', data: { url: `${origin}/inner` } }],
  })
  const imported = await client.post('/integrations/import', {
    name: 'Imported',
    document: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      servers: [{ url: origin }],
      paths: { '/health': { get: { operationId: 'health' } } },
    }),
  })
  const integrationId = imported.expect(201).data<{ id: string }>().id
  const nodes: Node[] = [
    { id: 'http', type: 'http', data: { url: `${origin}/http` } },
    { id: 'token', type: 'http', credential_id: oauth, data: { url: `${origin}/token-user` } },
    {
      id: 'email',
      type: 'email',
      credential_id: smtp,
      data: { to: 'a@example.com', from: 'b@example.com', text: 'Hello' },
    },
    { id: 'postgres', type: 'postgres', credential_id: sql, data: { query: 'select 1' } },
    { id: 'imported', type: 'integration', data: { integration_id: integrationId, action: 'health' } },
    {
      id: 'integration-http',
      type: 'integration',
      data: { type: 'http', action: 'request', parameters: { url: `${origin}/action` } },
    },
    { id: 'sub', type: 'workflow', data: { workflow_id: called.id, input: {}, wait: true } },
    { id: 'detached', type: 'workflow', data: { workflow_id: called.id, input: {}, wait: false } },
  ]
  for (const [type, valueAt] of Object.entries(testCredentials)) {
    nodes.push({
      id: `integration-${type}`,
      type: 'integration',
      credential_id: await createCredential(client, type, valueAt(origin)),
      data: { type, ...exampleAction(type) },
    })
  }
  return nodes.map((node) => ({ on_error: 'continue', ...node }))
}

/** Nodes that wait or compute. */
const INSIDE: readonly Node[] = [
  { id: 'event', type: 'wait', data: { for: 'event', event: 'go' } },
  { id: 'ask', type: 'wait', data: { for: 'approval', message: 'OK?', timeout_seconds: 1 } },
  { id: 'pause', type: 'delay', data: { seconds: 0.01 } },
  { id: 'code', type: 'code', data: { code: 'return [typeof fetch, typeof require, Math.random()]' } },
  { id: 'each', type: 'for_each', data: { items: '{{ [1, 2] }}' } },
  { id: 'remember', type: 'state', data: { operation: 'increment', key: 'runs' } },
  { id: 'fresh', type: 'only_new', data: { items: [1] } },
  { id: 'answer', type: 'respond', data: { status: 202, body: 'ok' } },
]

function graphOf(outside: readonly Node[], origin: string) {
  const start = { id: 'start', type: 'start', data: {} }
  const inLoop = { id: 'in-loop', type: 'http', data: { url: `${origin}/{{ item }}` }, on_error: 'continue' }
  const edges = [...outside, ...INSIDE].map(({ id }) => ({ source: 'start', target: id }))
  return {
    nodes: [start, ...outside, ...INSIDE, inLoop, { id: 'late', type: 'set', data: { values: {} } }],
    edges: [
      ...edges,
      { source: 'each', sourceHandle: 'each', target: 'in-loop' },
      { source: 'ask', sourceHandle: 'timeout', target: 'late' },
    ],
  }
}

async function shadow(client: Client, id: string): Promise<ShadowReport['runs'][number]> {
  const response = await client.post(`/workflows/${id}/draft/shadow`, { count: 1 })
  return response.expect(200).data<ShadowReport>().runs[0] ?? assert.fail('no run was tried')
}

/** Everything that a run leaves behind in the account. */
async function traces(client: Client, webhookId: string) {
  const runs = (await client.get('/executions?limit=100')).expect(200).data<ExecutionOverview[]>()
  const deliveries = (await client.get(`/webhooks/${webhookId}/deliveries`)).expect(200).data<Delivery[]>()
  return JSON.stringify([runs, deliveries])
}

describeOnEveryStore('Shadow runs', (shared) => {
  it('Shadow runs through every kind of node connect to nothing, and real runs of the same workflow do', async (t) => {
    const client = await shared.client('business')
    const canary = await Canary.open(t)
    const outside = await outsideNodes(client, canary)
    const { origin } = canary.http
    const workflow = await client.createWorkflow({ status: 'published', ...graphOf(outside, origin) })
    const webhook = await client.post('/webhooks', {
      url: `${canary.consequences.origin}/hook`,
      events: ['workflow.executed'],
    })
    const webhookId = webhook.expect(201).data<{ id: string }>().id
    const follower = await client.createWorkflow({
      status: 'published',
      nodes: [
        { id: 'on', type: 'event', data: { event: 'workflow.completed', workflow_ids: [workflow.id] } },
        { id: 'call', type: 'http', data: { url: `${canary.consequences.origin}/followed` } },
      ],
      edges: [{ source: 'on', target: 'call' }],
    })

    const runForReal = async (times: number) => {
      const { execution_id: id } = await client.accept(workflow)
      ;(await client.post(`/executions/${id}/signal`, { event: 'go', data: {} })).expect(202)
      const run = await readEnd(client, id)
      assert.equal(run.status, 'completed', JSON.stringify(run.error))
      for (;;) {
        const runs = (await client.get('/executions?limit=100')).expect(200).data<ExecutionOverview[]>()
        const sent = (await client.get(`/webhooks/${webhookId}/deliveries?limit=100`)).data<Delivery[]>()
        const hasFollowed = runs.filter(({ workflow_id: of }) => of === follower.id).length === times
        // Every run that ends is delivered once.
        const isQuiet =
          runs.every(({ completed_at: end }) => end !== null) &&
          sent.length === runs.length &&
          sent.every(({ status }) => status === 'delivered')
        if (hasFollowed && isQuiet) return
      }
    }

    const silent = canary.counts()
    await runForReal(1)
    const afterReal = canary.counts()
    for (const [name, count] of Object.entries(afterReal)) {
      assert.ok(count > silent[name as keyof typeof silent], `the canary sees real runs: ${name}`)
    }
    const left = await traces(client, webhookId)

    const same = await shadow(client, workflow.id)
    assert.deepEqual([same.result, same.unanswered, same.differences], ['same', [], []])

    const changed = outside.map(({ credential_id: _, ...node }): Node => ({ ...node, data: changeOf(node) }))
    const added = outside.map((node) => ({ ...node, id: `new-${node.id}` }))
    // One after the other: a report lists 50 requests, those that came first.
    for (const [wanted, others] of [
      [changed, []],
      [added, outside],
    ] as const) {
      const draft = graphOf([...others, ...wanted], origin)
      ;(await client.put(`/workflows/${workflow.id}/draft`, draft)).expect(200)
      const unknown = await shadow(client, workflow.id)
      assert.equal(unknown.result, 'unknown', JSON.stringify(unknown))
      const reported = new Set(unknown.unanswered.map(({ node_id: nodeId }) => nodeId))
      for (const { id } of wanted) assert.ok(reported.has(id), id)
    }

    assert.deepEqual(canary.counts(), afterReal, 'shadow runs connect to nothing')
    assert.equal(await traces(client, webhookId), left, 'shadow runs leave nothing behind')

    // A connection that a shadow run had begun would be seen by now; and the canary still sees real ones.
    await runForReal(2)
    const afterSecond = canary.counts()
    for (const [name, count] of Object.entries(afterSecond)) {
      assert.ok(count > afterReal[name as keyof typeof silent], `the canary still sees real runs: ${name}`)
    }
  })

  it('The workflow of the canary has every kind of node', () => {
    const covered = new Set(['start', 'set', 'http', 'email', 'postgres', 'integration', 'workflow'])
    for (const { type } of INSIDE) covered.add(type)
    // They compute with data of the run alone, or stand for how it was started.
    const harmless = new Set([
      'schedule',
      'poll',
      'webhook',
      'form',
      'event',
      'if',
      'switch',
      'merge',
      'filter',
      'sort',
      'limit',
      'unique',
      'group',
      'flatten',
      'combine',
      'csv',
      'xml',
      'html',
      'markdown',
      'rss',
      'spreadsheet',
      'archive',
      'pdf',
      'crypto',
      'loop',
      'log',
      'fail',
      'return',
      'note',
      'section',
    ])
    const kinds = nodeKinds({ actions: { credentialTypes: [] } } as never)
    for (const { type, hasEffect } of kinds) {
      assert.ok(covered.has(type) || harmless.has(type), `nothing is known about ${type}`)
      if (hasEffect) assert.ok(covered.has(type), type)
    }
  })
})

/** Another request of the same kind. */
function changeOf({ type, data }: Node): Record<string, unknown> {
  if (type === 'http') return { ...data, url: `${String(data['url'])}?changed` }
  if (type === 'email') return { ...data, text: 'Something else' }
  if (type === 'postgres') return { ...data, query: 'select 2' }
  if (type === 'workflow') return { ...data, input: { changed: true } }
  // Those of services lose their credential.
  const parameters = (data['parameters'] ?? {}) as Record<string, unknown>
  return {
    ...data,
    parameters:
      'url' in parameters ? { ...parameters, url: `${String(parameters['url'])}?changed` } : parameters,
  }
}
