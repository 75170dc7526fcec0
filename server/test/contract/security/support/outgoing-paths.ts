import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Delivery } from '@millrace/contract/delivery.ts'
import type { Integration } from '@millrace/contract/integration.ts'
import { integrationCatalogue } from '#integrations/index.ts'
import { testCredentials } from '#integrations/testing/test-credentials.ts'
import type { Client } from '../../support/client.ts'

/** The target that a path is directed to. */
export interface Target {
  /** `host` or `host:port`. */
  readonly authority: string
}

/** A way in which an account can make the service connect to a host. */
export interface OutgoingPath {
  readonly name: string
  /** How a redirect is handled: it is followed, it is a normal response, or the protocol has none. */
  readonly redirects: 'followed' | 'reported' | 'none'
  /** Connects to the target and returns everything that is reported about it. */
  reach(client: Client, target: Target): Promise<string>
}

const PAGES = 'http://public.example/pages'

/** Every path there is. The architecture test ensures that there is no other: only adapters/outgoing/ can connect. */
export const outgoingPaths: readonly OutgoingPath[] = [
  {
    name: 'the node http',
    redirects: 'followed',
    reach: (client, target) => runNode(client, { type: 'http', data: { url: urlOf(target) } }),
  },
  {
    name: 'the action of the integration http',
    redirects: 'followed',
    reach: (client, target) =>
      runNode(client, {
        type: 'integration',
        data: { type: 'http', action: 'request', parameters: { url: urlOf(target) } },
      }),
  },
  {
    name: 'the pagination of the node http',
    redirects: 'followed',
    reach: (client, { authority }) =>
      runNode(client, {
        type: 'http',
        data: { url: `http://${authority}/pages`, paginate: { mode: 'next_link', next: 'next' } },
      }),
  },
  {
    name: 'the token request of the node http',
    redirects: 'reported',
    async reach(client, target) {
      // A new one each time, because a cached token is not requested again.
      const value = { token_url: urlOf(target), client_id: 'id', client_secret: randomUUID() }
      const credential = await store(client, 'oauth2_client', JSON.stringify(value))
      return runNode(client, { type: 'http', credential_id: credential, data: { url: PAGES } })
    },
  },
  {
    name: 'a delivery to a webhook',
    redirects: 'reported',
    async reach(client, target) {
      const id = await register(client, target)
      await client.run(await client.createWorkflow())
      for (;;) {
        const [delivery] = (await client.get(`/webhooks/${id}/deliveries`)).expect(200).data<Delivery[]>()
        if (delivery !== undefined && (delivery.error !== null || delivery.status === 'delivered'))
          return JSON.stringify(delivery)
      }
    },
  },
  {
    name: 'a test delivery to a webhook',
    redirects: 'reported',
    async reach(client, target) {
      const id = await register(client, target)
      return JSON.stringify((await client.post(`/webhooks/${id}/test`)).expect(200).body)
    },
  },
  {
    name: 'the import of a document',
    redirects: 'followed',
    async reach(client, target) {
      return JSON.stringify(
        (await client.post('/integrations/import', { name: 'A', url: urlOf(target) })).body,
      )
    },
  },
  {
    name: 'the connection test of an imported service',
    redirects: 'reported',
    reach: async (client, target) => test(client, await importInline(client, target)),
  },
  {
    name: 'an action of an imported service',
    redirects: 'followed',
    reach: async (client, target) =>
      runNode(client, {
        type: 'integration',
        data: { integration_id: await importInline(client, target), action: 'health' },
      }),
  },
  {
    name: 'an upload to s3',
    redirects: 'followed',
    async reach(client, { authority }) {
      const credential_id = await store(client, 's3', testCredentials['s3']?.(`http://${authority}`) ?? '')
      const data = { type: 's3', ...exampleAction('s3', 'put_object') }
      return runNode(client, { type: 'integration', credential_id, data })
    },
  },
  ...Object.entries(testCredentials).flatMap(([type, valueAt]): OutgoingPath[] => [
    {
      name: `the connection test of ${type}`,
      redirects: 'reported',
      async reach(client, { authority }) {
        await store(client, type, valueAt(`http://${authority}`))
        return test(client, await findIntegration(client, type))
      },
    },
    {
      name: `an action of ${type}`,
      redirects: 'followed',
      async reach(client, { authority }) {
        const credential = await store(client, type, valueAt(`http://${authority}`))
        const action = exampleAction(type)
        return runNode(client, {
          type: 'integration',
          credential_id: credential,
          data: { type, ...action },
        })
      },
    },
  ]),
  ...connectionPaths('postgres', ({ authority }) => `postgres://user:password@${authority}/app`, {
    node: { type: 'postgres', data: { query: 'select 1' } },
    action: { action: 'query', parameters: { statement: 'select 1' } },
  }),
  ...connectionPaths('smtp', ({ authority }) => `smtp://user:password@${authority}`, {
    node: {
      type: 'email',
      data: { to: 'a@example.com', from: 'b@example.com', text: 'Hello' },
    },
    action: {
      action: 'send_email',
      parameters: { to: 'a@example.com', from: 'b@example.com', text: 'Hello' },
    },
  }),
]

function connectionPaths(
  type: string,
  valueAt: (target: Target) => string,
  { node, action }: { readonly node: Node; readonly action: object },
): OutgoingPath[] {
  return [
    {
      name: `the connection test of ${type}`,
      redirects: 'none',
      async reach(client, target) {
        await store(client, type, valueAt(target))
        return test(client, await findIntegration(client, type))
      },
    },
    {
      name: `the node ${node.type}`,
      redirects: 'none',
      reach: async (client, target) =>
        runNode(client, { ...node, credential_id: await store(client, type, valueAt(target)) }),
    },
    {
      name: `the action of ${type}`,
      redirects: 'none',
      reach: async (client, target) =>
        runNode(client, {
          type: 'integration',
          credential_id: await store(client, type, valueAt(target)),
          data: { type, ...action },
        }),
    },
  ]
}

function urlOf({ authority }: Target): string {
  return `http://${authority}/`
}

interface Node {
  readonly type: string
  readonly data: object
  readonly credential_id?: string
}

async function runNode(client: Client, node: Node): Promise<string> {
  const execution = await client.run(await client.createWorkflow({ nodes: [{ id: 'a', ...node }] }))
  return JSON.stringify(execution)
}

async function store(client: Client, type: string, value: string): Promise<string> {
  const response = await client.post('/credentials', { name: 'C', type, value })
  return response.expect(201).data<{ id: string }>().id
}

async function register(client: Client, target: Target): Promise<string> {
  const body = { url: urlOf(target), events: ['workflow.executed'] }
  return (await client.post('/webhooks', body)).expect(201).data<{ id: string }>().id
}

/** The newest one: storing a credential of its type connects an integration. */
async function findIntegration(client: Client, type: string): Promise<string> {
  const all = (await client.get('/integrations')).expect(200).data<Integration[]>()
  const found = all.filter((integration) => integration.type === type)
  found.sort((a, b) => b.created_at.localeCompare(a.created_at))
  return found[0]?.id ?? assert.fail(`no integration of the type ${type}`)
}

async function test(client: Client, id: string): Promise<string> {
  return JSON.stringify((await client.post(`/integrations/${id}/test`)).expect(200).body)
}

async function importInline(client: Client, { authority }: Target): Promise<string> {
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    servers: [{ url: `http://${authority}` }],
    paths: { '/health': { get: { operationId: 'health' } } },
  })
  const response = await client.post('/integrations/import', { name: 'A', document })
  return response.expect(201).data<{ id: string }>().id
}

/**
 * An action that sends a request, or the one with the name, with no placeholder left in its parameters. One that sends a file
 * would need a stored file.
 */
export function exampleAction(
  type: string,
  name?: string,
): { readonly action: string; readonly parameters: unknown } {
  const actions = integrationCatalogue.find((entry) => entry.type === type)?.actions ?? []
  const found =
    actions.find(
      (action) =>
        'request' in action && !('file' in action.example) && (name === undefined || action.name === name),
    ) ?? assert.fail(`${type} sends no requests`)
  const parameters: unknown = JSON.parse(JSON.stringify(found.example).replaceAll(/\{\{.*?\}\}/g, '1'))
  return { action: found.name, parameters }
}
