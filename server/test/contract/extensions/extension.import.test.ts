import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { ImportedIntegration, Integration, IntegrationTest } from '@millrace/contract/integration.ts'
import type { Action } from '@millrace/contract/integration-action.ts'
import { type Seen, serveRecording } from '#nodes/http/testing/http-under-test.ts'
import { messageAt } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

const secret = 'IMPORT-canary-secret'

const document = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '2' },
  servers: [{ url: '/api' }],
  security: [{ key: [] }],
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Orders-Key', description: 'Under Settings.' },
      login: { type: 'http', scheme: 'basic' },
      client: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: {} } },
      },
    },
    schemas: { Order: { type: 'object', properties: { parent: { $ref: '#/components/schemas/Order' } } } },
  },
  paths: {
    '/health': { get: { operationId: 'health', summary: 'Is it there?' } },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          {
            name: 'fields',
            in: 'query',
            explode: false,
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
        ],
      },
    },
    '/orders': {
      post: {
        operationId: 'createOrder',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
      },
      put: {
        operationId: 'putForm',
        security: [{ login: [] }],
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object' },
              encoding: { deep: { style: 'deepObject' } },
            },
          },
        },
      },
      patch: {
        operationId: 'patchMultipart',
        security: [{ key: [], login: [] }],
        requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } },
      },
      delete: { operationId: 'upload', requestBody: { content: { '': {} } } },
    },
  },
}

describeOnEveryStore('Extension: import of an OpenAPI document', (shared) => {
  it('An import creates an integration with typed actions and lists the operations it skipped', async (t) => {
    const client = await shared.client()
    const { imported } = await importDocument(client, t)
    assert.deepEqual(
      [imported.type, imported.name, imported.status, imported.title, imported.version],
      ['openapi', 'My orders', 'untested', 'Orders', '2'],
    )
    assert.deepEqual([imported.operation_count, imported.skipped_count], [5, 1])
    assert.deepEqual(
      imported.skipped.map(({ operation }) => operation),
      ['DELETE /orders'],
    )
    assert.deepEqual(
      imported.credentials.map(({ scheme, types }) => [scheme, ...types]),
      [
        ['key', 'api_key'],
        ['login', 'basic_auth'],
        ['client', 'oauth2_client', 'bearer_token'],
      ],
    )
    const [listed] = (await client.get('/integrations')).data<Integration[]>()
    assert.equal(listed?.id, imported.id)

    const path = `/integrations/${imported.id}/actions`
    const first = (await client.get(`${path}?limit=2`)).expect(200)
    const second = await client.get(`${path}?limit=9&cursor=${first.cursorMeta.next_cursor ?? ''}`)
    const names = [...first.data<Action[]>(), ...second.data<Action[]>()].map(({ name }) => name)
    assert.deepEqual(names, ['health', 'getOrder', 'putForm', 'createOrder', 'patchMultipart'])
    const found = (await client.get(`${path}?search=IS%20IT`)).data<Action[]>()
    assert.deepEqual(found, [
      { name: 'health', title: 'Is it there?', help: 'GET /health', idempotent: true },
    ])
    const [create] = (await client.get(`${path}?name=createOrder`)).data<Action[]>()
    assert.deepEqual(create?.parameters, {
      type: 'object',
      properties: { body: { $ref: '#/$defs/Order', title: 'Body' } },
      required: ['body'],
      $defs: { Order: { type: 'object', properties: { parent: { $ref: '#/$defs/Order' } } } },
    })
  })

  it('Imported actions run with the secret where the document requires it, and it appears nowhere', async (t) => {
    const client = await shared.client()
    const value = JSON.stringify({ key: secret, login: `ada:${secret}` })
    const credential = await store(client, { name: 'C', type: 'openapi', value })
    const { imported, seen } = await importDocument(client, t, { credential_id: credential })
    const run = async (action: string, parameters: object) => {
      const nodes = [
        { id: 'a', type: 'integration', data: { integration_id: imported.id, action, parameters } },
      ]
      return client.run(await client.createWorkflow({ nodes }))
    }
    const get = await run('getOrder', { id: 'a/b', fields: ['x', 'y'], 'X-Trace': 't', session: 's 1' })
    assert.equal(get.status, 'completed', JSON.stringify(get.error))
    await run('createOrder', { body: { parent: null } })
    await run('putForm', { body: { a: 1, deep: { b: [2] } } })
    await run('patchMultipart', { body: { name: 'ü', tags: ['a', 'b'] } })
    const basic = `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`
    assert.deepEqual(
      seen.map(({ method, url, headers }) => [
        method,
        url,
        headers['x-orders-key'],
        headers['authorization'],
      ]),
      [
        ['GET', '/api/orders/a%2Fb?fields=x,y', secret, undefined],
        ['POST', '/api/orders', secret, undefined],
        ['PUT', '/api/orders', undefined, basic],
        ['PATCH', '/api/orders', secret, basic],
      ],
    )
    assert.deepEqual(
      [seen[0]?.headers['x-trace'], seen[0]?.headers['cookie'], seen[1]?.body, seen[2]?.body],
      ['t', 'session=s%201', '{"parent":null}', 'a=1&deep%5Bb%5D%5B0%5D=2'],
    )
    const boundary = /boundary=(\S+)/.exec(String(seen[3]?.headers['content-type']))?.[1] ?? ''
    assert.equal(
      Buffer.from(seen[3]?.body ?? '', 'latin1').toString(),
      [['name', 'ü'] as const, ['tags', 'a'] as const, ['tags', 'b'] as const]
        .map(
          ([name, text]) =>
            `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
        )
        .join('') + `--${boundary}--\r\n`,
    )
    assert.equal(seen[3]?.headers['idempotency-key'] === undefined, false)
    const shown = JSON.stringify((await client.get(`/executions/${get.id}`)).body)
    assert.match(shown, /x-orders-key.*\*\*\*/, 'the server repeats what it received')
    assert.doesNotMatch(shown, /canary/)

    const missing = await run('getOrder', { fields: [] })
    assert.equal(missing.error?.code, 'INVALID_PARAMETERS')
    const unknown = await run('nothing', {})
    assert.equal(unknown.error?.code, 'UNKNOWN_ACTION')
  })

  it('An imported integration is tested with a harmless request', async (t) => {
    const client = await shared.client()
    const credential = await store(client, { name: 'C', type: 'api_key', value: secret })
    const { imported, seen } = await importDocument(client, t, { credential_id: credential })
    const test = async () =>
      (await client.post(`/integrations/${imported.id}/test`)).expect(200).data<IntegrationTest>()
    assert.deepEqual(await test().then(({ ok, message }) => [ok, message]), [
      true,
      'Orders is reachable: /api/health responded with status 200.',
    ])
    assert.deepEqual([seen[0]?.url, seen[0]?.headers['x-orders-key']], ['/api/health', secret])
    ;(await client.delete(`/credentials/${credential}`)).expect(200)
    const broken = (await client.get(`/integrations/${imported.id}`)).expect(200).data<Integration>()
    assert.deepEqual([broken.credential_id, broken.status], [null, 'error'])
    const { ok, message } = await test()
    assert.deepEqual([ok, /rejected the credential/.test(message)], [false, true], message)
  })

  it('No token is requested from a host that the credential does not allow, neither in a test nor in a run', async (t) => {
    const client = await shared.client()
    const tokens = await serveRecording(t, (response) => response.writeHead(200).end('{"access_token":"t"}'))
    const value = JSON.stringify({
      token_url: `${tokens.origin.replace('127.0.0.1', 'localhost')}/token`,
      client_id: 'id',
      client_secret: secret,
    })
    const credential = await store(client, {
      name: 'C',
      type: 'oauth2_client',
      value,
      allowed_hosts: ['127.0.0.1'],
    })
    const { imported, seen } = await importDocument(client, t, { credential_id: credential })
    const test = (await client.post(`/integrations/${imported.id}/test`)).expect(200).data<IntegrationTest>()
    assert.deepEqual([test.ok, /must not be sent to localhost/.test(test.message)], [false, true])
    const nodes = [{ id: 'a', type: 'integration', data: { integration_id: imported.id, action: 'health' } }]
    const { error } = await client.run(await client.createWorkflow({ nodes }))
    assert.equal(error?.code, 'CREDENTIAL_NOT_USABLE')
    assert.deepEqual([...tokens.seen, ...seen], [])
  })

  it('A document is imported from a URL, and server URLs without a host are relative to it', async (t) => {
    const client = await shared.client()
    const server = await serveRecording(t, (response, { url }) => {
      if (url === '/moved') response.writeHead(302, { location: '/docs/openapi.json' }).end()
      else response.writeHead(200).end(JSON.stringify(document))
    })
    const body = { name: 'By address', url: `${server.origin}/moved` }
    const imported = (await client.post('/integrations/import', body)).expect(201).data<ImportedIntegration>()
    assert.equal(imported.base_url, `${server.origin}/api`)
  })

  it('An invalid document or URL is rejected with a helpful message', async (t) => {
    const client = await shared.client()
    const server = await serveRecording(t, (response) => response.writeHead(404).end())
    const text = JSON.stringify(document)
    const base_url = 'https://a.example'
    for (const [body, issuePath, words] of [
      [{}, 'document', /is required/],
      [{ document: text, url: 'https://a.example' }, 'document', /not both/],
      [{ document: text }, 'base_url', /has no server/],
      [{ document: 'nothing' }, 'document', /must be an object/],
      [{ document: '{"swagger":"1.2"}' }, 'document', /must be in .* or Swagger 2\.0/],
      [{ document: '{"swagger":"2.0"}' }, 'document', /no `paths`/],
      [{ document: '{"openapi":"3.1.0","paths":{}}', base_url }, 'document', /no operation/],
      [{ document: text, base_url: 'ftp://a.example' }, 'base_url', /must start with http/],
      [
        { document: text, base_url, credential_id: '018f0000-0000-7000-8000-000000000000' },
        'credential_id',
        /does not exist/,
      ],
      [{ url: 'file:///etc/passwd' }, 'url', /must start with http/],
      [{ url: 'http://169.254.169.254/latest' }, 'url', /could not be read/],
      [{ url: 'http://[::ffff:10.0.0.1]/' }, 'url', /could not be read/],
      [{ url: `${server.origin}/x` }, 'url', /status 404/],
    ] as const) {
      const response = await client.post('/integrations/import', { name: 'N', ...body })
      assert.match(messageAt(response.error(400, 'VALIDATION_ERROR'), issuePath), words)
    }
    assert.equal((await client.get('/integrations')).pageMeta.total, 1)
  })

  it('An imported API belongs to its account and is deleted with its integration', async (t) => {
    const client = await shared.client()
    const { imported, seen } = await importDocument(client, t)
    const otherClient = await shared.client()
    const data = { integration_id: imported.id, action: 'health' }
    const nodes = [{ id: 'a', type: 'integration', data }]
    const rejected = await otherClient.run(await otherClient.createWorkflow({ nodes }))
    assert.equal(rejected.error?.code, 'INTEGRATION_NOT_FOUND')
    ;(await otherClient.get(`/integrations/${imported.id}/actions`)).error(404, 'NOT_FOUND')
    ;(await client.delete(`/integrations/${imported.id}`)).expect(200)
    ;(await client.get(`/integrations/${imported.id}/actions`)).error(404, 'NOT_FOUND')
    const gone = await client.run(await client.createWorkflow({ nodes }))
    assert.equal(gone.error?.code, 'INTEGRATION_NOT_FOUND')
    assert.deepEqual(seen, [])
  })

  it('A document with thousands of operations is imported', async () => {
    const client = await shared.client()
    const paths = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`/things${index}/{id}`, { get: {}, delete: {} }]),
    )
    const large = { openapi: '3.1.0', servers: [{ url: 'https://a.example' }], paths }
    const body = { name: 'Large', document: JSON.stringify(large) }
    const imported = (await client.post('/integrations/import', body)).expect(201).data<ImportedIntegration>()
    assert.equal(imported.operation_count, 6000)
    const [last] = (await client.get(`/integrations/${imported.id}/actions?name=delete_things2999_id`)).data<
      Action[]
    >()
    assert.equal(last?.title, 'DELETE /things2999/{id}')
  })
})

/** Imports the document for a server that responds with what it received, if the secret is right. */
async function importDocument(
  client: Client,
  t: TestContext,
  changes: object = {},
): Promise<{ imported: ImportedIntegration; seen: readonly Seen[] }> {
  const server = await serveRecording(t, (response, { headers }) => {
    const known = headers['x-orders-key'] !== undefined || headers['authorization'] !== undefined
    response
      .writeHead(known ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ headers }))
  })
  const body = {
    name: ' My orders ',
    document: JSON.stringify(document),
    base_url: `${server.origin}/api`,
    ...changes,
  }
  const response = (await client.post('/integrations/import', body)).expect(201)
  const imported = response.data<ImportedIntegration>()
  assert.equal(response.header('location'), `/v1/integrations/${imported.id}`)
  return { imported, seen: server.seen }
}

async function store(client: Client, body: object): Promise<string> {
  return (await client.post('/credentials', body)).expect(201).data<{ id: string }>().id
}
