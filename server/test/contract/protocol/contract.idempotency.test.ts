import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Execution } from '@millrace/contract/execution.ts'
import type { Operation } from '@millrace/contract/operation.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import type { AccountId } from '#domain/index.ts'
import type { AuditFilter } from '#ports/index.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'
import { type ApiResponse, issuePaths } from '../support/api-response.ts'
import { Client } from '../support/client.ts'
import { type ExampleRequest, exampleRequest } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { PollSource } from '../support/poll-source.ts'
import { SettableClock } from '../support/settable-clock.ts'

const POSTS = OPERATIONS.filter(({ method }) => method === 'POST')
/** Their effect is not a new item in a list. */
const ADD_NOTHING = new Set([
  'publishWorkflow',
  'listenForEvent',
  'previewRetry',
  'shadowDraft',
  'testIntegration',
  'checkWorkflow',
  'exportBundle',
  'signalExecution',
  'answerWait',
  'testWebhook',
  'tryAction',
  'rotateSecret',
  'redeliver',
  'redeliverRange',
  'resumeFailure',
  'stopBulkRun',
  'previewForm',
  'deleteSubmissions',
])
/** They call another service before their transaction: once in each process, if several get the request at the same time. */
const ONCE_PER_PROCESS = new Set(['samplePoll'])
const ABSENT = '018f0000-0000-7000-8000-000000000000'
const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const DAY_MS = 86_400_000
let keys = 0

/** What samples of polls are fetched from. */
const source = new PollSource()
before(() => source.open())
after(() => source.close())

describeOnEveryStore(
  'Contract: Idempotency-Key',
  (shared) => {
    for (const operation of POSTS) {
      it(`${operation.id}: the same key and body replay the first response, marked as a replay, with one effect`, async () => {
        const client = await shared.client()
        const request = await exampleOf(operation, client)
        const key = newKey()
        const first = (await post(client, request, key)).expect(operation.success.status)
        const effects = await countEffects(client, request)
        assert.equal(first.headers.get('idempotent-replayed'), null)
        for (let count = 0; count < 2; count += 1) {
          const again = await post(client, request, key)
          assert.deepEqual([again.status, again.body], [first.status, first.body])
          assert.equal(again.header('idempotent-replayed'), 'true')
          for (const name of ['location', 'etag', 'content-type', 'cache-control']) {
            assert.equal(again.headers.get(name), first.headers.get(name), name)
          }
        }
        assert.equal(await countEffects(client, request), effects)
      })

      it(`${operation.id}: the same key with another body is answered with 409 and has no effect`, async () => {
        const client = await shared.client()
        const request = await exampleOf(operation, client)
        const key = newKey()
        ;(await post(client, request, key)).expect(operation.success.status)
        const effects = await countEffects(client, request)
        const body = { ...(request.body as object | undefined), another: 'body' }
        const error = (await post(client, { ...request, body }, key)).error(409, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), ['Idempotency-Key'])
        assert.equal(await countEffects(client, request), effects)
      })

      it(`${operation.id}: concurrent duplicates have one effect and get the same response`, async () => {
        const client = await shared.client()
        const request = await exampleOf(operation, client)
        const before = await countEffects(client, request)
        const key = newKey()
        const responses = await Promise.all(Array.from({ length: 6 }, () => post(client, request, key)))
        const [first] = responses
        for (const response of responses) {
          assert.deepEqual(response.expect(operation.success.status).body, first?.body)
        }
        const fresh = responses.filter(({ headers }) => headers.get('idempotent-replayed') === null)
        assert.equal(fresh.length, 1)
        assert.equal(await countEffects(client, request), before + (ADD_NOTHING.has(operation.id) ? 0 : 1))
      })

      it(`${operation.id}: an error response is not stored`, async () => {
        const client = await shared.client()
        const request = await exampleRequest(operation, client)
        const key = newKey()
        const failing = operation.path.includes(':id')
          ? { ...request, path: operation.path.replace(':id', ABSENT) }
          : operation.upload === true
            ? { ...request, path: `${operation.path}?name=${'x'.repeat(1_001)}` }
            : { ...request, body: operation.id === 'exportBundle' ? { workflow_ids: [] } : {} }
        ;(await post(client, failing, key)).rejected()
        const response = (await post(client, request, key)).expect(operation.success.status)
        assert.equal(response.headers.get('idempotent-replayed'), null)
      })
    }

    it('The same key for another path is a different request and is answered with 409', async () => {
      const client = await shared.client()
      const key = newKey()
      const [one, two] = [await client.createWorkflow(), await client.createWorkflow()]
      ;(await post(client, { method: 'POST', path: `/workflows/${one.id}/execute` }, key)).expect(202)
      const other = await post(client, { method: 'POST', path: `/workflows/${two.id}/execute` }, key)
      other.error(409, 'VALIDATION_ERROR')
    })

    it('The order of members and white space do not make a different body', async () => {
      const client = await shared.client()
      const headers = { 'idempotency-key': newKey(), 'content-type': 'application/json' }
      const send = (rawBody: string) => client.send('POST', '/workflows', { rawBody, headers })
      const first = (await send('{"name":"A","variables":{"x":1,"y":2}}')).expect(201)
      const again = await send('{ "variables": {"y":2, "x":1}, "name": "A" }')
      assert.deepEqual(again.expect(201).data(), first.data())
    })

    it('Idempotency keys are scoped to the account, not to the API key', async () => {
      const { full, limited } = await shared.clients(['workflows:write'])
      const otherClient = await shared.client()
      const request = { method: 'POST', path: '/workflows', body: { name: 'Mine' } }
      const key = newKey()
      const first = (await post(full, request, key)).expect(201)
      assert.deepEqual((await post(limited, request, key)).expect(201).data(), first.data())
      const other = (await post(otherClient, request, key)).expect(201)
      assert.equal(other.headers.get('idempotent-replayed'), null)
      assert.notDeepEqual(other.data(), first.data())
    })

    it('A replay requires the scope like any request', async () => {
      const { full, limited } = await shared.clients(['workflows:read'])
      const request = { method: 'POST', path: '/workflows', body: { name: 'Mine' } }
      const key = newKey()
      ;(await post(full, request, key)).expect(201)
      ;(await post(limited, request, key)).error(403, 'FORBIDDEN')
    })

    it('An idempotency key may have 255 characters, but not 256', async () => {
      const client = await shared.client()
      const request = { method: 'POST', path: '/workflows', body: { name: 'x' } }
      ;(await post(client, request, 'k'.repeat(255))).expect(201)
      const response = await post(client, request, 'k'.repeat(255))
      assert.equal(response.header('idempotent-replayed'), 'true')
      const error = (await post(client, request, 'k'.repeat(256))).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(error), ['Idempotency-Key'])
    })

    it('The response to a rejected submission is not stored', async () => {
      const client = await shared.client()
      const { id } = await client.createForm()
      const path = `/forms/${id}/submissions`
      const key = newKey()
      const bad = { method: 'POST', path, body: { data: { email: 'no' } } }
      ;(await post(client, bad, key)).error(400, 'VALIDATION_ERROR')
      const good = { method: 'POST', path, body: { data: { email: 'a@example.com' } } }
      ;(await post(client, good, key)).expect(201)
    })

    it('With `Prefer: wait` the ended execution is replayed', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow()
      const headers = { 'idempotency-key': newKey(), prefer: 'wait=30' }
      const first = (await client.post(`/workflows/${id}/execute`, {}, { headers })).expect(200)
      const again = (await client.post(`/workflows/${id}/execute`, {}, { headers })).expect(200)
      assert.deepEqual(again.data(), first.data())
      assert.equal(again.header('idempotent-replayed'), 'true')
    })

    it('PATCH and DELETE ignore the Idempotency-Key', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow()
      const headers = { 'idempotency-key': newKey() }
      ;(await client.patch(`/workflows/${id}`, { name: 'A' }, { headers })).expect(200)
      ;(await client.patch(`/workflows/${id}`, { name: 'B' }, { headers })).expect(200)
      ;(await client.delete(`/workflows/${id}`, { headers })).expect(200)
      ;(await client.delete(`/workflows/${id}`, { headers })).error(404, 'NOT_FOUND')
    })

    it('An idempotency key expires after 24 hours and can be used again', async () => {
      const client = await shared.client()
      const request = { method: 'POST', path: '/workflows', body: { name: 'x' } }
      const other = { ...request, body: { name: 'y' } }
      const key = newKey()
      const first = (await post(client, request, key)).expect(201)
      clock.advance(DAY_MS - 1_000)
      assert.deepEqual((await post(client, request, key)).data(), first.data())
      ;(await post(client, other, key)).error(409, 'VALIDATION_ERROR')
      clock.advance(2_000)
      const fresh = (await post(client, other, key)).expect(201)
      assert.equal(fresh.headers.get('idempotent-replayed'), null)
      assert.equal((await client.get('/workflows')).pageMeta.total, 2)
    })
  },
  { clock },
)

describe('Contract: an Idempotency-Key after a restart', () => {
  for (const store of STORE_KINDS) {
    it(`An idempotency key survives a restart [${store}]`, async () => {
      const first = await startService({ store })
      const request = { method: 'POST', path: '/workflows', body: { name: 'Kept' } }
      const key = newKey()
      const response = await post(new Client(first, first.key), request, key)
      await first.stop()
      const second = await startService({ dataOf: first })
      const again = await post(new Client(second, second.key), request, key)
      assert.deepEqual(again.expect(201).data(), response.expect(201).data())
      assert.equal(again.header('idempotent-replayed'), 'true')
      await second.destroy()
    })
  }
})

describe('Contract: an Idempotency-Key sent concurrently to two services on one PostgreSQL', () => {
  let one: TestService
  let two: TestService
  before(async () => {
    one = await startService({ store: 'postgres' })
    two = await startService({ dataOf: one })
  })
  after(async () => {
    await one.stop()
    await two.destroy()
  })

  for (const operation of POSTS) {
    it(`${operation.id}: two services produce one effect and the same response`, async () => {
      const { key: accountKey } = await one.createAccount()
      const clients = [new Client(one, accountKey), new Client(two, accountKey)] as const
      const request = await exampleOf(operation, clients[0])
      const before = await countEffects(clients[0], request)
      const key = newKey()
      const responses = await Promise.all(
        [...clients, ...clients].map((client) => post(client, request, key)),
      )
      const fresh = responses.filter(({ headers }) => headers.get('idempotent-replayed') === null)
      assert.equal(fresh.length, 1)
      for (const response of responses) {
        assert.deepEqual(response.expect(operation.success.status).body, responses[0]?.body)
      }
      const added = (await countEffects(clients[1], request)) - before
      if (ONCE_PER_PROCESS.has(operation.id)) assert.ok(added === 1 || added === 2, `${added} effects`)
      else assert.equal(added, ADD_NOTHING.has(operation.id) ? 0 : 1)
    })
  }
})

function newKey(): string {
  keys += 1
  return `key-${keys}`
}

/** The example of the operation, with an effect that can be counted. */
async function exampleOf(operation: Operation, client: Client): Promise<ExampleRequest> {
  const request = await exampleRequest(operation, client)
  if (operation.id !== 'samplePoll') return request
  const [, , id] = request.path.split('/')
  const data = {
    every_seconds: 3_600,
    url: `${source.url}?workflow=${id}`,
    items: '{{ previous.body.orders }}',
  }
  ;(await client.patch(`/workflows/${id}`, { nodes: [{ id: 'orders', type: 'poll', data }] })).expect(200)
  return request
}

function post(client: Client, { path, body }: ExampleRequest, key: string): Promise<ApiResponse> {
  return client.post(path, body, { headers: { 'idempotency-key': key } })
}

/** How many resources the request has created so far. */
async function countEffects(client: Client, { path }: ExampleRequest): Promise<number> {
  if (
    /\/(test|try|check|publish|signal|answer|rotate-secret|redeliver|preview|delete|listen|resume|stop|shadow)$/.test(
      path,
    )
  )
    return 0
  if (path.startsWith('/files')) return countFiles(client)
  const [, workflow = '', poll] = /^\/workflows\/([^/]+)\/triggers\/[^/]+\/(sample|reset)$/.exec(path) ?? []
  if (poll === 'sample') return source.queries.filter((query) => query['workflow'] === workflow).length
  if (poll === 'reset') return countEntries(client, { action: 'workflow.reset_poll', resourceId: workflow })
  if (path === '/import' || path === '/export') {
    return (await client.get('/workflows')).expect(200).data<unknown[]>().length
  }
  const [, id, control] = /^\/executions\/([^/]+)\/(cancel|retry)$/.exec(path) ?? []
  if (id !== undefined) return countControlEffects(client, id, control === 'cancel')
  const list = path
    .replace(/\/execute$/, '/executions')
    .replace(/\/[^/]+\/restore$/, '')
    .replace(/\/import$/, '')
  return (await client.get(list)).expect(200).data<unknown[]>().length
}

async function countFiles(client: Client): Promise<number> {
  const account = await findAccount(client)
  return (await client.service.service.store.files.usage(account)).files
}

async function countEntries(client: Client, filter: AuditFilter): Promise<number> {
  const account = await findAccount(client)
  const { audit } = client.service.service.store
  return (await audit.list(account, filter, { before: undefined, limit: 100 })).length
}

async function findAccount({ key, service }: Client): Promise<AccountId> {
  const { store } = service.service
  const accounts = await store.accounts.list()
  const holders = await Promise.all(accounts.map(async ({ id }) => ({ id, keys: await store.keys.list(id) })))
  const account = holders.find(({ keys: own }) => own.some(({ prefix }) => key.startsWith(prefix)))
  return account?.id ?? assert.fail('no account has this key')
}

/** A cancelled execution has one log entry about it; a retry is one more execution of the workflow. */
async function countControlEffects(client: Client, id: string, cancels: boolean): Promise<number> {
  const { logs, workflow_id } = (await client.get(`/executions/${id}`)).expect(200).data<Execution>()
  if (cancels) return logs.length
  return (await client.get(`/workflows/${workflow_id}/executions`)).data<unknown[]>().length
}
