import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Delivery } from '@millrace/contract/delivery.ts'
import type { Execution } from '@millrace/contract/execution.ts'
import type { Integration } from '@millrace/contract/integration.ts'
import type { PollStatus } from '@millrace/contract/poll.ts'
import type { TriggerOverview } from '@millrace/contract/trigger-overview.ts'
import type { Trigger } from '@millrace/contract/trigger.ts'
import { serveHttp } from '#adapters/outgoing/testing/loopback-server.ts'
import { serveSmtp } from '#adapters/outgoing/testing/scripted-smtp-server.ts'
import { nodeKinds } from '#nodes/index.ts'
import { startService, STORE_KINDS, type StoreKind, type TestService } from '#test/support/test-service.ts'
import { Client } from '../support/client.ts'
import { EventStream } from '../support/event-stream.ts'
import { LogCapture } from './support/log-capture.ts'
import { readStoredBytes } from './support/read-stored-bytes.ts'
import {
  type DatabaseBehaviour,
  type Behaviour,
  type RepeatingService,
  serveRepeating,
  serveRepeatingDatabase,
} from './support/repeating-services.ts'
import { secretCallers, TOKEN } from './support/secret-callers.ts'
import { findCore, formsOf, hardened } from './support/secret-forms.ts'

/*
 * Tests every kind of node that takes a credential, and every integration by its connection test and its actions,
 * against services that repeat the secret in every encoding: on success, on failure and on timeout. At the end,
 * nothing the service stored, logged or sent contains one of the secrets in any encoding.
 */

const PASSWORD = hardened('CANARYpasswordx7Qz')
const WEBHOOK_SECRET = hardened('CANARYwebhookx7Qz')
const INBOUND_SECRET = hardened('CANARYinboundx7Qz')
const IMPORTED_SECRET = hardened('CANARYimportedx7Qz')

for (const store of STORE_KINDS) describe(`Secrets in every output [${store}]`, () => walk(store))

function walk(store: StoreKind): void {
  const log = new LogCapture()
  const logger = pino({ level: 'trace' }, log) as FastifyBaseLogger
  /** Everything that was sent to a client: responses, streams, requests to other services. */
  const outputs: string[] = []
  const ends: (() => void | Promise<void>)[] = []
  const lifetime = { after: (end: () => void | Promise<void>) => void ends.push(end) }
  /** Webhook secrets that the service generated. */
  const generatedSecrets: string[] = []
  let running: TestService
  let api: Client
  let service: RepeatingService

  before(async () => {
    running = await startService({ store, logger })
    const request: TestService['request'] = async (...call) => {
      const response = await running.request(...call)
      outputs.push(JSON.stringify(response.body), JSON.stringify([...response.headers]))
      return response
    }
    api = new Client({ ...running, request }, running.key)
    const secretsOf = (caller: string) =>
      caller === 'imported'
        ? [IMPORTED_SECRET]
        : (secretCallers.find(({ name }) => name === caller)?.secrets ?? [])
    service = await serveRepeating(lifetime, secretsOf, TOKEN)
  })
  after(async () => {
    await running.destroy()
    for (const end of ends) await end()
  })

  let requestCount = 0
  const storeCredential = async (type: string, value: string): Promise<string> => {
    requestCount += 1
    const headers = { 'idempotency-key': `credential-${requestCount}` }
    const response = await api.post('/credentials', { name: 'C', type, value }, { headers })
    return response.expect(201).data<{ id: string }>().id
  }

  /** Runs the nodes one after the other, each followed by a log entry with its output, and reads all results. */
  const run = async (nodes: readonly object[], credential: string, more: object = {}): Promise<Execution> => {
    const all = nodes.flatMap((node, index) => [
      { id: `n${index}`, ...node, credential_id: credential, on_error: 'continue', ...more },
      { id: `l${index}`, type: 'log', data: { message: `{{ nodes.n${index}.output }}` } },
    ])
    const edges = all.slice(1).map((node, index) => ({ source: all[index]?.id, target: node.id }))
    const workflow = await api.createWorkflow({ nodes: all, edges })
    requestCount += 1
    const headers = { prefer: 'wait=30', 'idempotency-key': `run-${requestCount}` }
    const response = await api.post(`/workflows/${workflow.id}/execute`, {}, { headers })
    const execution = response.expect(200).data<Execution>()
    for (const path of [`/executions/${execution.id}`, `/executions/${execution.id}/steps?limit=100`])
      (await api.get(path)).expect(200)
    ;(await api.get(`/workflows/${workflow.id}/executions`)).expect(200)
    const stream = await EventStream.open(api, execution.id)
    await stream.all()
    outputs.push(stream.text)
    return execution
  }

  const testAll = async (type: string): Promise<void> => {
    const all = (await api.get('/integrations')).expect(200).data<Integration[]>()
    for (const { id } of all.filter((integration) => integration.type === type)) {
      requestCount += 1
      const headers = { 'idempotency-key': `test-${requestCount}` }
      ;(await api.post(`/integrations/${id}/test`, undefined, { headers })).expect(200)
      ;(await api.delete(`/integrations/${id}`)).expect(200)
    }
  }

  it('Every kind of node is covered here, with a credential or without', () => {
    // Add a new kind to one of the two lists and, if it takes a credential, to the test.
    const without =
      'archive code combine csv delay event fail filter flatten for_each form group html if limit log loop markdown merge note only_new pdf respond return rss schedule section set sort spreadsheet start state switch unique wait workflow xml'
    const known = [
      'http',
      'integration',
      'postgres',
      'email',
      'webhook',
      'poll',
      'crypto',
      ...without.split(' '),
    ]
    const deps = new Proxy({}, { get: () => ({ credentialTypes: [] }) }) as Parameters<typeof nodeKinds>[0]
    assert.deepEqual(
      nodeKinds(deps)
        .map(({ type }) => type)
        .sort(),
      known.sort(),
    )
  })

  const behaviours: readonly Behaviour[] = ['ok', 'error', 'denied', 'page', 'redirect', 'break']
  for (const caller of secretCallers) {
    it(`${caller.name} reveals no secret when the service responds: ${behaviours.join(', ')}`, async () => {
      const base = `${service.origin}/${caller.name}`
      const nodes = caller.nodes(base)
      let shown = ''
      for (const behaviour of behaviours) {
        service.behaviour = behaviour
        const before = service.requestedPaths.length
        // Their outcome does not depend on the action.
        const some = ['page', 'redirect', 'break'].includes(behaviour) ? nodes.slice(0, 1) : nodes
        const credential = await storeCredential(caller.type, caller.valueAt(base))
        shown += JSON.stringify(await run(some, credential))
        await testAll(caller.type)
        assert.ok(service.requestedPaths.length > before, behaviour)
      }
      assert.match(shown, /\*\*\*/, 'there was something to redact')
    })
  }

  it('Timeouts and untrusted certificates reveal no secret', async () => {
    service.behaviour = 'silent'
    await Promise.all(
      secretCallers.map(async (caller) => {
        const base = `${service.origin}/${caller.name}`
        const credential = await storeCredential(caller.type, caller.valueAt(base))
        const [node] = caller.nodes(base)
        if (node !== undefined) await run([node], credential, { timeout_ms: 300 })
      }),
    )
    service.behaviour = 'ok'
    for (const caller of secretCallers) {
      const base = `${service.secureOrigin}/${caller.name}`
      await run(caller.nodes(base).slice(0, 1), await storeCredential(caller.type, caller.valueAt(base)))
      await testAll(caller.type)
    }
  })

  it('An imported API reveals no secret', async () => {
    const base = `${service.origin}/imported`
    const document = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      servers: [{ url: base }],
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      paths: { '/health': { get: { operationId: 'health' } } },
    })
    const credential = await storeCredential('api_key', IMPORTED_SECRET)
    const body = { name: 'I', document, credential_id: credential }
    const { id } = (await api.post('/integrations/import', body)).expect(201).data<{ id: string }>()
    for (const behaviour of behaviours) {
      service.behaviour = behaviour
      const data = { integration_id: id, action: 'health' }
      await run([{ type: 'integration', data }], credential)
      ;(await api.post(`/integrations/${id}/test`)).expect(200)
    }
  })

  it('Polls reveal no secret, neither in samples nor in what they store', async () => {
    const callers = secretCallers.filter(({ nodes }) => JSON.stringify(nodes('')).includes('"type":"http"'))
    const poll = async ({ name, type, valueAt }: (typeof callers)[number]): Promise<string> => {
      const base = `${service.origin}/${name}`
      const credential = await storeCredential(type, valueAt(base))
      const node = {
        id: 'poll',
        type: 'poll',
        credential_id: credential,
        data: {
          every_seconds: 86_400,
          url: `${base}/a`,
          items: '{{ previous.body.repeated }}',
          cursor: '{{ previous.body.error }}',
          first_poll: 'take',
          mode: 'batch',
        },
      }
      const { id } = await api.createWorkflow({ status: 'published', nodes: [node] })
      let status: PollStatus | undefined
      while (status === undefined || (status.polled_at === null && status.failures === 0)) {
        const [trigger] = (await api.get(`/triggers?workflow_id=${id}`)).data<TriggerOverview[]>()
        status = trigger?.poll
      }
      const sample = (await api.post(`/workflows/${id}/triggers/poll/sample`, {})).expect(200)
      const runs = (await api.get(`/workflows/${id}/executions`)).expect(200).data<Execution[]>()
      for (const run of runs) (await api.get(`/executions/${run.id}`)).expect(200)
      ;(await api.delete(`/workflows/${id}`)).expect(200)
      return JSON.stringify([status, sample.body])
    }
    let shown = ''
    for (const behaviour of behaviours) {
      service.behaviour = behaviour
      // One after the other: an account may fetch few samples at the same time.
      for (const caller of callers) shown += await poll(caller)
    }
    assert.match(shown, /\*\*\*/, 'there was something to redact')
  })

  it('PostgreSQL reveals no secret', async () => {
    const database = await serveRepeatingDatabase(lifetime, PASSWORD)
    const value = `postgres://ada:${encodeURIComponent(PASSWORD)}@127.0.0.1:${database.port}/app?sslmode=disable`
    const data = { query: 'select 1' }
    const action = { type: 'postgres', action: 'query', parameters: { statement: 'select 1' } }
    const all: readonly DatabaseBehaviour[] = [
      'ok',
      'denied',
      'closed',
      'query',
      'garbage',
      'break',
      'silent',
    ]
    for (const behaviour of all) {
      database.behaviour = behaviour
      const credential = await storeCredential('postgres', value)
      const before = database.passwords.length
      const nodes = [
        { type: 'postgres', data },
        { type: 'integration', data: action },
      ]
      await run(nodes, credential, behaviour === 'silent' ? { timeout_ms: 300 } : {})
      if (behaviour === 'silent') continue
      assert.equal(database.passwords.length, before + 2, behaviour)
      await testAll('postgres')
    }
    assert.ok(database.passwords.every((password) => password.includes(PASSWORD)))
    const refused = await storeCredential('postgres', value.replace('sslmode=disable', 'sslmode=require'))
    await run([{ type: 'postgres', data }], refused)
  })

  it('SMTP reveals no secret', async () => {
    const forms = Object.values(formsOf(PASSWORD)).join(' | ')
    const login = { user: 'ada', password: PASSWORD }
    const scripts = {
      ok: { login, queued: `250 ${forms}` },
      denied: { login, answers: { AUTH: `535 ${forms}` } },
      rejected: { login, answers: { RCPT: `550 ${forms}` } },
      'not now': { login, answers: { MAIL: `451 ${forms}` } },
      greeting: { greeting: `554 ${forms}` },
      break: { login, answers: { AUTH: null } },
      silent: { greeting: '' },
    }
    for (const [behaviour, script] of Object.entries(scripts)) {
      const server = await serveSmtp(lifetime, script)
      for (const scheme of ['smtp', 'smtps']) {
        const value = `${scheme}://ada:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`
        const credential = await storeCredential('smtp', value)
        const mail = { to: 'a@example.com', from: 'b@example.com', text: 'Hello' }
        const nodes = [
          { type: 'email', data: mail },
          { type: 'integration', data: { type: 'smtp', action: 'send_email', parameters: mail } },
        ]
        await run(nodes, credential, behaviour === 'silent' ? { timeout_ms: 300 } : {})
        if (behaviour === 'silent')
          for (const { id } of (await api.get('/integrations')).data<Integration[]>())
            await api.delete(`/integrations/${id}`)
        else await testAll('smtp')
      }
      assert.ok(server.accepted() > 0)
    }
  })

  it('Webhook deliveries and tests reveal no secret, whatever receivers respond', async () => {
    for (const status of [200, 500, 410, 0]) {
      for (const secret of [WEBHOOK_SECRET, undefined]) {
        const known: string[] = []
        const receiver = await serveHttp(lifetime, (request, response) => {
          const chunks: Buffer[] = []
          request.on('data', (chunk: Buffer) => chunks.push(chunk))
          request.once('end', () => {
            outputs.push(JSON.stringify(request.headers), Buffer.concat(chunks).toString())
            const forms = known.flatMap((one) => Object.values(formsOf(one)))
            if (status === 0) request.socket.destroy()
            else
              response
                .writeHead(status, { 'x-repeated': Buffer.from(forms.join()).toString('base64') })
                .end(forms.join(' | ').slice(0, 3_000))
          })
        })
        const endpoint = { url: receiver.origin, events: ['workflow.executed'], ...(secret && { secret }) }
        // This one response contains the generated secret by design.
        const response = await running.request('POST', '/v1/webhooks', { body: endpoint })
        const { id, secret: created } = response.body.data as { id: string; secret?: string }
        if (created !== undefined) generatedSecrets.push(created)
        known.push(secret ?? created ?? assert.fail())
        await api.post(`/webhooks/${id}/test`)
        await api.run(await api.createWorkflow())
        let delivery: Delivery | undefined
        while (delivery === undefined || (delivery.error === null && delivery.status !== 'delivered'))
          [delivery] = (await api.get(`/webhooks/${id}/deliveries`)).expect(200).data<Delivery[]>()
        ;(await api.get(`/webhooks/${id}/deliveries/${delivery.id}`)).expect(200)
        ;(await api.delete(`/webhooks/${id}`)).expect(200)
      }
    }
  })

  it('Inbound webhooks reveal no secret, whether the caller knows it or not', async () => {
    for (const [type, auth, value, header] of [
      ['api_key', 'header', INBOUND_SECRET, INBOUND_SECRET],
      [
        'basic_auth',
        'basic',
        `ada:${INBOUND_SECRET}`,
        `Basic ${Buffer.from(`ada:${INBOUND_SECRET}`).toString('base64')}`,
      ],
    ] as const) {
      const credential = await storeCredential(type, value)
      const webhookNode = { id: 'webhook', type: 'webhook', data: { auth }, credential_id: credential }
      const nodes = [webhookNode, { id: 'log', type: 'log', data: { message: '{{ input }}' } }]
      const edges = [{ source: 'webhook', target: 'log' }]
      const { id } = await api.createWorkflow({ nodes, edges, status: 'published' })
      const [trigger] = (await api.get(`/workflows/${id}/triggers`)).data<Trigger[]>()
      const path = new URL(trigger?.url ?? assert.fail()).pathname
      const name = auth === 'basic' ? 'authorization' : 'x-api-key'
      for (const [sent, status] of [
        [header, 202],
        [`${header.slice(0, -9)}nearly===`, 401],
      ] as const) {
        const response = await running.request('POST', path, {
          key: null,
          headers: { [name]: sent },
          body: { a: 1 },
        })
        outputs.push(JSON.stringify(response.body))
        assert.equal(response.status, status)
      }
      const [started] = (await api.get(`/workflows/${id}/executions`)).data<{ id: string }[]>()
      const stream = await EventStream.open(api, started?.id ?? assert.fail())
      await stream.all()
      outputs.push(stream.text)
    }
  })

  it('Reading everything once more reveals no secret', async () => {
    for (const path of ['/credentials', '/integrations', '/webhooks', '/workflows'])
      (await api.get(path)).expect(200)
  })

  describe('Collected outputs', () => {
    const cores = [
      ...secretCallers.flatMap((caller) => caller.cores),
      TOKEN,
      ...['password', 'webhook', 'inbound', 'imported'].map((name) => `CANARY${name}x7Qz`),
    ]
    const haystacks: Readonly<Record<string, () => Promise<Buffer>>> = {
      'the stored data': () => readStoredBytes(running),
      'the log': async () => Buffer.from(log.text),
      'the data sent to clients': async () => Buffer.from(outputs.join('\n')),
    }
    for (const [what, read] of Object.entries(haystacks)) {
      it(`Nothing in ${what} contains a secret`, async () => {
        const haystack = await read()
        assert.ok(haystack.length > 10_000, `only ${haystack.length} bytes`)
        const created = generatedSecrets.map((secret) => secret.replace('whsec_', ''))
        for (const core of [...cores, ...created]) {
          const found = findCore(haystack, core)
          if (found !== undefined) assert.fail(`${core} is in ${what}: ${found}`)
        }
      })
    }

    it('The search finds a text that is not secret in each of its encodings (control)', async () => {
      const cores = Object.keys(formsOf('')).map((_, index) => `DECOYnumber${index}x7Qz`)
      const forms = cores.map((core, index) => Object.values(formsOf(hardened(core)))[index] ?? '')
      const nodes = forms.map((message, index) => ({ id: `d${index}`, type: 'log', data: { message } }))
      const execution = await api.run(await api.createWorkflow({ nodes, variables: { forms } }))
      const stream = await EventStream.open(api, execution.id)
      await stream.all()
      logger.trace({ forms }, 'a control')
      for (const [what, read] of Object.entries(haystacks)) {
        const haystack = await read()
        for (const [index, core] of cores.entries())
          assert.ok(findCore(haystack, core), `${Object.keys(formsOf(''))[index]} in ${what}`)
      }
      for (const [index, core] of cores.entries())
        assert.ok(
          findCore(Buffer.from(stream.text), core),
          `${Object.keys(formsOf(''))[index]} in the events`,
        )
    })
  })
}
