import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { AcceptedExecution, Execution, ExecutionSummary } from '@millrace/contract/execution.ts'
import type { TriggerOverview } from '@millrace/contract/trigger-overview.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import type { TestRequest } from '#test/support/test-service.ts'
import { AWKWARD_DOCUMENTS } from '#test/conformance/awkward-json.ts'
import { ApiResponse } from '../support/api-response.ts'
import type { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'

/** Without those that are too long or too deep to be accepted at all. */
const AWKWARD = Object.entries(AWKWARD_DOCUMENTS)
  .filter(([what]) => !/mebibyte|levels/.test(what))
  .map(([, document]) => document)
const ECHO = { id: 'echo', type: 'set', data: { values: { got: '{{ input.body }}' } } }

const corsHeaders = (response: ApiResponse) =>
  ['access-control-allow-origin', 'access-control-allow-methods', 'access-control-allow-headers', 'vary'].map(
    (name) => response.headers.get(name),
  )

describeOnEveryStore('Inbound webhooks', (shared) => {
  async function newInboundWebhook(data: object = {}, more: { node?: object; workflow?: object } = {}) {
    const client = await shared.client()
    const { id } = await client.createWorkflow({
      status: 'published',
      nodes: [{ id: 'webhook', type: 'webhook', data, ...more.node }, ECHO],
      edges: [{ source: 'webhook', target: 'echo' }],
      ...more.workflow,
    })
    return { client, id, ...(await addressesOf(client, id)) }
  }

  async function addressesOf(client: Client, id: string) {
    const [trigger] = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
    const pathOf = (url: string | undefined) => new URL(url ?? assert.fail('no address')).pathname
    return { path: pathOf(trigger?.url), testPath: pathOf(trigger?.test_url), trigger }
  }

  const send = async (path: string, request: TestRequest = {}, method = 'POST') =>
    new ApiResponse(await shared.running.request(method, path, { key: null, ...request }))

  const executionsOf = async (client: Client, id: string) =>
    (await client.get(`/workflows/${id}/executions`)).data<ExecutionSummary[]>()

  const inputOf = async (client: Client, response: ApiResponse) => {
    const { execution_id: id } = response.data<AcceptedExecution>()
    return (await client.get(`/executions/${id}`)).data<Execution>().input
  }

  it('An inbound webhook starts a run and responds with its id, and the run sees the request', async () => {
    const { client, path } = await newInboundWebhook({})
    const response = await send(`${path}/some/where?a=1&b=2&b=3`, {
      body: { order: 7 },
      headers: {
        'x-custom': 'yes',
        cookie: 'secret=1',
        authorization: 'Bearer secret',
        'x-api-key': 'secret',
      },
    })
    const accepted = response.expect(202).data<AcceptedExecution>()
    assert.equal(response.header('location'), `/v1/executions/${accepted.execution_id}`)
    const input = await inputOf(client, response)
    assert.deepEqual(
      [input?.['method'], input?.['path'], input?.['query'], input?.['body']],
      ['POST', '/some/where', { a: '1', b: ['2', '3'] }, { order: 7 }],
    )
    const headers = input?.['headers'] as Record<string, string> | undefined
    assert.equal(headers?.['x-custom'], 'yes')
    assert.ok(!JSON.stringify(input).includes('secret'))
  })

  it('An inbound webhook parses JSON, forms and texts', async () => {
    const { client, path } = await newInboundWebhook({})
    const bodyOf = async (contentType: string, rawBody: string | Uint8Array<ArrayBuffer>) => {
      const response = await send(path, { rawBody, headers: { 'content-type': contentType } })
      return (await inputOf(client, response.expect(202)))?.['body']
    }
    assert.deepEqual(await bodyOf('application/vnd.x+json; charset=utf-8', '{"a":[1]}'), { a: [1] })
    assert.deepEqual(await bodyOf('application/x-www-form-urlencoded', 'a=1&b=x+y&b=%7B%7B'), {
      a: '1',
      b: ['x y', '{{'],
    })
    assert.equal(await bodyOf('text/plain', 'plain ü'), 'plain ü')
    assert.deepEqual(await inputOf(client, await send(path)).then((input) => input?.['body']), null)
  })

  it('A large body is read whole, and one with too much in it is refused', async () => {
    const { client, path } = await newInboundWebhook({})
    const rows = Array.from({ length: 12_000 }, (_, id) => ({ id, tags: [`tag ${id}`] }))
    const accepted = await send(path, { body: { rows } })
    assert.deepEqual((await inputOf(client, accepted.expect(202)))?.['body'], { rows })
    const form = (fields: number) =>
      send(path, {
        rawBody: Array.from({ length: fields }, (_, n) => `name-${n % 9_000}=1`).join('&'),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const body = (await inputOf(client, (await form(10_000)).expect(202)))?.['body'] as Record<
      string,
      unknown
    >
    assert.equal(Object.keys(body).length, 9_000)
    assert.deepEqual([body['name-0'], body['name-8999']], [['1', '1'], '1'])
    const { issues } = (await form(10_001)).error(400, 'VALIDATION_ERROR').details as { issues: unknown }
    assert.deepEqual(issues, [{ path: '', message: 'must not have more than 10,000 fields' }])
    const lists = { rawBody: `[${'[],'.repeat(100_000)}[]]`, headers: { 'content-type': 'application/json' } }
    ;(await send(path, lists)).error(400, 'VALIDATION_ERROR')
    const cut = { ...lists, rawBody: JSON.stringify({ rows }).slice(0, -1) }
    ;(await send(path, cut)).error(400, 'VALIDATION_ERROR')
  })

  it('An inbound webhook returns hostile values unchanged and executes none of them', async () => {
    const { path } = await newInboundWebhook({ respond: 'last_node' })
    const hostile = [
      '{{ 1 + 1 }}',
      '{{ input.body }}',
      '${process.exit(1)}',
      '"}}{{ nodes["echo"] }}',
      "'; drop table executions; --",
      '<script>alert(1)</script>',
      ...AWKWARD,
    ]
    const response = await send(path, { body: { hostile } })
    assert.deepEqual(response.expect(200).body, { got: { hostile } })
    for (const rawBody of ['{"__proto__": {}}', '{"a": ', '['.repeat(100)]) {
      const rejected = await send(path, { rawBody, headers: { 'content-type': 'application/json' } })
      rejected.error(400, 'VALIDATION_ERROR')
    }
    ;(await send(`${path}?__proto__=1`, { body: {} })).error(400, 'VALIDATION_ERROR')
    ;(await send(path, { rawBody: 'x'.repeat(1024 * 1024 + 1) })).error(413, 'VALIDATION_ERROR')
  })

  it('An inbound webhook is answered with 404 while the workflow is a draft, after it is deleted, and for a guessed URL', async () => {
    const { client, id, path } = await newInboundWebhook({})
    ;(await send('/hooks/guessed', { body: {} })).error(404, 'NOT_FOUND')
    ;(await client.patch(`/workflows/${id}`, { status: 'draft' })).expect(200)
    ;(await send(path, { body: {} })).error(404, 'NOT_FOUND')
    ;(await client.patch(`/workflows/${id}`, { status: 'published' })).expect(200)
    ;(await send(path, { body: {} })).expect(202)
    ;(await client.delete(`/workflows/${id}`)).expect(200)
    ;(await send(path, { body: {} })).error(404, 'NOT_FOUND')
    assert.match(path, /^\/hooks\/[\w-]{32}$/)
  })

  it('An inbound webhook that was called before follows every change from the next request on', async () => {
    const { client, id, path } = await newInboundWebhook({ respond: 'last_node' })
    const call = async (method = 'POST') => send(path, { body: { n: 1 } }, method)
    for (let n = 0; n < 3; n += 1) (await call()).expect(200)
    const edit = async (data: object) =>
      (
        await client.patch(`/workflows/${id}`, { nodes: [{ id: 'webhook', type: 'webhook', data }, ECHO] })
      ).expect(200)
    await edit({ respond: 'last_node', method: 'PUT' })
    ;(await call()).error(405, 'VALIDATION_ERROR')
    ;(await call('PUT')).expect(200)
    await edit({ respond: 'at_once' })
    ;(await call()).expect(202)
    const pause = async (paused: boolean) =>
      (await client.patch(`/workflows/${id}/triggers/webhook`, { paused })).expect(200)
    await pause(true)
    ;(await call()).error(503, 'INTERNAL_ERROR')
    await pause(false)
    ;(await call()).expect(202)
    ;(await client.patch(`/workflows/${id}`, { status: 'draft' })).expect(200)
    ;(await call()).error(404, 'NOT_FOUND')
  })

  it('The URL of an inbound webhook survives edits, and returns with a node that was removed', async () => {
    const { client, id, path } = await newInboundWebhook({})
    const { nodes } = (await client.get(`/workflows/${id}`)).data<{ nodes: object[] }>()
    ;(await client.patch(`/workflows/${id}`, { nodes: [ECHO], edges: [] })).expect(200)
    ;(await send(path, { body: {} })).error(404, 'NOT_FOUND')
    ;(await client.patch(`/workflows/${id}`, { nodes, status: 'draft' })).expect(200)
    ;(await client.patch(`/workflows/${id}`, { status: 'published' })).expect(200)
    assert.equal((await addressesOf(client, id)).path, path)
    ;(await send(path, { body: {} })).expect(202)
  })

  it('The test URL of an inbound webhook also runs a draft', async () => {
    const { client, id, path, testPath } = await newInboundWebhook({}, { workflow: { status: 'draft' } })
    ;(await send(path, { body: {} })).error(404, 'NOT_FOUND')
    ;(await send(testPath, { body: {} })).expect(202)
    assert.equal((await executionsOf(client, id)).length, 1)
  })

  it('An inbound webhook accepts its configured method, or any', async () => {
    const { path } = await newInboundWebhook({})
    const rejected = await send(path, {}, 'GET')
    assert.equal(rejected.error(405, 'VALIDATION_ERROR').message, 'This webhook accepts POST requests only.')
    assert.equal(rejected.header('allow'), 'POST')
    const any = await newInboundWebhook({ method: 'ANY' })
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      (await send(any.path, {}, method)).expect(202)
    for (const { path: at, allow } of [
      { path, allow: 'POST' },
      { path: any.path, allow: 'POST, GET, PUT, PATCH, DELETE' },
    ]) {
      const asked = await send(at, { headers: { origin: 'https://shop.example' } }, 'OPTIONS')
      asked.error(405, 'VALIDATION_ERROR')
      assert.equal(asked.header('allow'), allow)
      assert.equal(asked.headers.get('access-control-allow-origin'), null)
    }
  })

  it('Pages of allowed sites may send requests from a browser and read the responses', async () => {
    const shop = 'https://shop.example'
    const data = { allowed_origins: [shop, 'http://localhost:8080'] }
    const { client, id, path, testPath } = await newInboundWebhook(data)
    const ask = (at: string, origin: string) =>
      send(
        at,
        {
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type,x-api-key',
          },
        },
        'OPTIONS',
      )
    for (const at of [path, testPath, `${path}/orders`]) {
      const preflight = await ask(at, shop)
      assert.equal(preflight.status, 204)
      assert.deepEqual(corsHeaders(preflight), [shop, 'POST', 'content-type,x-api-key', 'Origin'])
      assert.deepEqual(corsHeaders(await ask(at, 'https://other.example')), [null, null, null, 'Origin'])
    }
    const answered = await send(path, { body: {}, headers: { origin: shop } })
    answered.expect(202)
    assert.deepEqual(corsHeaders(answered), [shop, null, null, 'Origin'])
    assert.equal(answered.headers.get('access-control-allow-credentials'), null)
    assert.equal((await executionsOf(client, id)).length, 1, 'a preflight request starts no run')
    // The page learns why it was refused.
    const headers = { origin: shop, 'content-type': 'application/json' }
    const refused = await send(path, { rawBody: '{', headers })
    refused.error(400, 'VALIDATION_ERROR')
    assert.deepEqual(corsHeaders(refused), [shop, null, null, 'Origin'])
  })

  it('A webhook for all sites says so, unless its `respond` node says otherwise', async () => {
    const data = { allowed_origins: ['*'], method: 'ANY', respond: 'last_node' }
    const { path } = await newInboundWebhook(data)
    const preflight = await send(path, { headers: { origin: 'https://a.example' } }, 'OPTIONS')
    assert.deepEqual(corsHeaders(preflight), ['*', 'POST, GET, PUT, PATCH, DELETE', null, null])
    const headers = { 'Access-Control-Allow-Origin': 'https://b.example', Vary: 'Accept-Language' }
    const own = await newInboundWebhook(
      { ...data, respond: 'respond_node' },
      {
        workflow: {
          nodes: [
            { id: 'webhook', type: 'webhook', data: { ...data, respond: 'respond_node' } },
            { id: 'answer', type: 'respond', data: { headers, body: 'ok' } },
          ],
          edges: [{ source: 'webhook', target: 'answer' }],
        },
      },
    )
    const answered = await send(own.path, { headers: { origin: 'https://a.example' } })
    assert.deepEqual(
      [answered.status, answered.header('access-control-allow-origin')],
      [200, 'https://b.example'],
    )
  })

  it('Caches tell sites apart, also where a `respond` node names other headers', async () => {
    const shop = 'https://shop.example'
    const data = { allowed_origins: [shop], respond: 'respond_node' }
    const headers = { 'Cache-Control': 'public', Vary: 'Accept-Language' }
    const { path } = await newInboundWebhook(data, {
      workflow: {
        nodes: [
          { id: 'webhook', type: 'webhook', data },
          { id: 'answer', type: 'respond', data: { headers, body: 'ok' } },
        ],
        edges: [{ source: 'webhook', target: 'answer' }],
      },
    })
    const answered = await send(path, { headers: { origin: shop } })
    assert.deepEqual(corsHeaders(answered.expect(200)), [shop, null, null, 'Origin, Accept-Language'])
  })

  it('A compressed body that would be read is refused and recorded, and one that becomes a file is stored as it is', async () => {
    const { client, id, path } = await newInboundWebhook()
    const compressed = { 'content-encoding': 'gzip' }
    const rawBody = new Uint8Array(gzipSync('{"name":"x"}'))
    const refused = await send(path, {
      rawBody,
      headers: { ...compressed, 'content-type': 'application/json' },
    })
    refused.error(415, 'VALIDATION_ERROR')
    const [called] = (await client.get(`/triggers?workflow_id=${id}`)).data<TriggerOverview[]>()
    assert.equal(called?.last_refusal?.reason, 'invalid')
    const stored = await send(path, {
      rawBody,
      headers: { ...compressed, 'content-type': 'application/octet-stream' },
    })
    const { body } = (await inputOf(client, stored.expect(202))) as { body: { size: number } }
    assert.equal(body.size, rawBody.length)
  })

  it('An inbound webhook accepts callers that know the secret and reveals nothing to others', async () => {
    const client = await shared.client()
    const created = await client.post('/credentials', {
      name: 'Partner',
      type: 'api_key',
      value: 'it is a secret',
    })
    const credential_id = created.expect(201).data<{ id: string }>().id
    const createWebhook = async (data: object, node: object = { credential_id }) => {
      const { id } = await client.createWorkflow({
        status: 'published',
        nodes: [{ id: 'webhook', type: 'webhook', data, ...node }],
      })
      return addressesOf(client, id)
    }
    const header = await createWebhook({ auth: 'header', auth_header: 'X-Token' })
    ;(await send(header.path, { body: {}, headers: { 'x-token': 'it is a secret' } })).expect(202)
    const named = await client.post('/credentials', {
      name: 'Named header',
      type: 'custom_header',
      value: 'X-Partner: it is a secret too',
    })
    const { id: namedId } = named.expect(201).data<{ id: string }>()
    const partner = await createWebhook({ auth: 'header' }, { credential_id: namedId })
    const accepted = await send(partner.path, { body: {}, headers: { 'x-partner': 'it is a secret too' } })
    assert.deepEqual(
      Object.keys(((await inputOf(client, accepted.expect(202))) as { headers: object }).headers).filter(
        (name) => name === 'x-partner',
      ),
      [],
      'runs do not get to see the secret',
    )
    for (const headers of [{}, { 'x-token': 'wrong' }]) {
      const rejected = (await send(header.path, { body: {}, headers })).error(401, 'UNAUTHORIZED')
      assert.deepEqual(
        [rejected.message, rejected.details],
        ['The request has no valid signature or secret.', {}],
      )
    }
    const signed = await createWebhook({ auth: 'hmac', signature: 'github' })
    const rawBody = '{"a":1}'
    const signature = `sha256=${createHmac('sha256', 'it is a secret').update(rawBody).digest('hex')}`
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    ;(await send(signed.path, { rawBody, headers })).expect(202)
    ;(await send(signed.path, { rawBody: '{"a":2}', headers })).error(401, 'UNAUTHORIZED')
    const without = await createWebhook({ auth: 'basic' }, {})
    assert.match(without.trigger?.problem ?? '', /needs a credential/)
    ;(await send(without.path, { body: {} })).error(404, 'NOT_FOUND')
    ;(await client.delete(`/credentials/${credential_id}`)).expect(200)
    const gone = await send(header.path, { body: {}, headers: { 'x-token': 'it is a secret' } })
    gone.error(401, 'UNAUTHORIZED')
  })

  it('Duplicate deliveries to an inbound webhook start one run, however many arrive concurrently', async () => {
    const { client, id, path } = await newInboundWebhook({ dedupe: '{{ input.body.id }}' })
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(path, { body: { id: 'one' } })))
    const described = responses.map((response) => response.data<AcceptedExecution>())
    const [first] = described
    for (const one of described) assert.deepEqual(one, first)
    assert.deepEqual(
      responses.map(({ status }) => status).sort((a, b) => b - a),
      [202, ...Array(9).fill(200)],
    )
    ;(await send(path, { body: { id: 'two' } })).expect(202)
    // A request without a deduplication value is a delivery of its own.
    ;(await send(path, { body: {} })).expect(202)
    ;(await send(path, { body: {} })).expect(202)
    assert.equal((await executionsOf(client, id)).length, 4)
    const byHeader = await newInboundWebhook({ dedupe: 'X-Delivery' })
    const delivery = { body: {}, headers: { 'x-delivery': 'd1' } }
    ;(await send(byHeader.path, delivery)).expect(202)
    ;(await send(byHeader.path, delivery)).expect(200)
  })

  it('An inbound webhook responds with the output of the run, or reports that it failed', async () => {
    const { path } = await newInboundWebhook({ respond: 'last_node' })
    assert.deepEqual((await send(path, { body: { n: 1 } })).expect(200).body, { got: { n: 1 } })
    const nodes = [
      { id: 'webhook', type: 'webhook', data: { respond: 'last_node' } },
      { id: 'no', type: 'fail', data: { message: 'for the owner only' } },
    ]
    const failing = await newInboundWebhook(
      {},
      { workflow: { nodes, edges: [{ source: 'webhook', target: 'no' }] } },
    )
    const error = (await send(failing.path, { body: {} })).error(500, 'INTERNAL_ERROR')
    assert.equal(error.message, 'The run failed.')
    assert.match(String(error.details['execution_id']), /^[0-9a-f-]{36}$/)
  })

  it('An inbound webhook responds with the result of the `respond` node before the run ends', async () => {
    const nodes = [
      { id: 'webhook', type: 'webhook', data: { respond: 'respond_node' } },
      {
        id: 'answer',
        type: 'respond',
        data: {
          status: 418,
          headers: {
            'X-Tea': 'green',
            'Set-Cookie': 'a=b',
            'Content-Type': 'text/html',
            NEL: '{}',
            'Report-To': '{}',
            Refresh: '0; url=/',
            'Service-Worker-Allowed': '/',
            'X-Content-Type-Options': 'off',
            'Content-Security-Policy': "script-src 'self'",
          },
          body: '<script>alert("{{ input.body.name }}")</script>',
        },
      },
      { id: 'later', type: 'wait', data: { for: 'event', event: 'never' } },
    ]
    const edges = [
      { source: 'webhook', target: 'answer' },
      { source: 'answer', target: 'later' },
    ]
    const { client, id, path } = await newInboundWebhook({}, { workflow: { nodes, edges } })
    const response = (await send(path, { body: { name: 'x' } })).expect(418)
    assert.equal(response.body, '<script>alert("x")</script>')
    assert.equal(response.header('x-tea'), 'green')
    assert.equal(response.header('content-type'), 'text/html')
    for (const name of ['set-cookie', 'nel', 'report-to', 'refresh', 'service-worker-allowed']) {
      assert.equal(response.headers.get(name), null, name)
    }
    assert.equal(response.header('content-security-policy'), "sandbox; default-src 'none'")
    assert.equal(response.header('x-content-type-options'), 'nosniff')
    const [run] = await executionsOf(client, id)
    assert.ok(run?.status === 'running' || run?.status === 'pending')
    const { logs } = (await client.get(`/executions/${run.id}`)).data<Execution>()
    assert.match(JSON.stringify(logs), /sent without `set-cookie`, `nel`, `report-to`, `refresh`/)
  })

  it('A repeated delivery gets the output of the run that the first one started', async () => {
    const { client, id, path } = await newInboundWebhook({ respond: 'last_node', dedupe: 'X-Delivery' })
    const first = { body: { n: 1 }, headers: { 'x-delivery': 'd1' } }
    assert.deepEqual((await send(path, first)).expect(200).body, { got: { n: 1 } })
    assert.deepEqual((await send(path, { ...first, body: { n: 2 } })).expect(200).body, { got: { n: 1 } })
    assert.equal((await executionsOf(client, id)).length, 1)
  })

  it('A `respond` node answers runs that end at once, and their failure does not replace its answer', async () => {
    const respond = (value: string) => ({ id: 'answer', type: 'respond', data: { status: 201, body: value } })
    const fail = { id: 'no', type: 'fail', data: { message: 'for the owner only' } }
    const webhook = { id: 'webhook', type: 'webhook', data: { respond: 'respond_node' } }
    const edges = [
      { source: 'webhook', target: 'answer' },
      { source: 'answer', target: 'no' },
    ]
    const answered = await newInboundWebhook(
      {},
      { workflow: { nodes: [webhook, respond('{{ input.body.name }}'), fail], edges } },
    )
    // From the second run on, a run is computed before it is stored.
    for (const name of ['Ada', 'Grace', 'Edsger']) {
      assert.equal((await send(answered.path, { body: { name } })).expect(201).body, name)
    }
    const runs = await executionsOf(answered.client, answered.id)
    assert.deepEqual(
      runs.map(({ status }) => status),
      ['failed', 'failed', 'failed'],
    )
    const code = {
      id: 'code',
      type: 'code',
      data: { code: 'return { name: input.body.name.toUpperCase() }' },
    }
    const computed = await newInboundWebhook(
      {},
      {
        workflow: {
          nodes: [webhook, code, respond('{{ previous.name }}')],
          edges: [
            { source: 'webhook', target: 'code' },
            { source: 'code', target: 'answer' },
          ],
        },
      },
    )
    for (const name of ['ADA', 'GRACE']) {
      assert.equal((await send(computed.path, { body: { name } })).expect(201).body, name)
    }
    const without = await newInboundWebhook(
      {},
      { workflow: { nodes: [webhook, fail], edges: [{ source: 'webhook', target: 'no' }] } },
    )
    for (let n = 0; n < 2; n += 1) {
      ;(await send(without.path, { body: {} })).error(500, 'INTERNAL_ERROR')
    }
  })

  it('An inbound webhook responds with the execution id when the wait times out, and the run continues', async () => {
    const nodes = [
      { id: 'webhook', type: 'webhook', data: { respond: 'last_node', wait_seconds: 0.2 } },
      { id: 'wait', type: 'wait', data: { for: 'event', event: 'never' } },
    ]
    const { client, path } = await newInboundWebhook(
      {},
      { workflow: { nodes, edges: [{ source: 'webhook', target: 'wait' }] } },
    )
    const accepted = (await send(path, { body: {} })).expect(202).data<AcceptedExecution>()
    const { status } = (await client.get(`/executions/${accepted.execution_id}`)).data<Execution>()
    assert.ok(status === 'running' || status === 'pending')
  })
})

describeOnEveryStore(
  'The rate limit of inbound webhooks',
  (shared) => {
    it('An inbound webhook that is called too often responds with 429 and Retry-After', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow({
        status: 'published',
        nodes: [{ id: 'webhook', type: 'webhook' }],
      })
      const [trigger] = (await client.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
      const { pathname } = new URL(trigger?.url ?? assert.fail())
      const send = async () =>
        new ApiResponse(await shared.running.request('POST', pathname, { key: null, body: {} }))
      for (let n = 0; n < 3; n += 1) (await send()).expect(202)
      const rejected = await send()
      rejected.error(429, 'RATE_LIMITED')
      assert.ok(Number(rejected.header('retry-after')) >= 1)
    })
  },
  { environment: { MILLRACE_HOOK_LIMIT: '3' } },
)
