import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Execution } from '@millrace/contract/execution.ts'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'
import { type Answer, slotsOf } from './support/answer.ts'
import { Client } from './support/client.ts'
import { type ExampleRequest, exampleRequest } from './support/example-request.ts'
import { describeOnEveryStore } from './support/on-every-store.ts'
import { SettableClock } from './support/settable-clock.ts'

const POSTS = OPERATIONS.filter(({ method }) => method === 'POST')
/** What they do is no new thing in a list. */
const ADD_NOTHING = new Set([
  'testIntegration',
  'checkWorkflow',
  'signalExecution',
  'testWebhook',
  'rotateSecret',
  'redeliver',
  'redeliverRange',
])
const ABSENT = '018f0000-0000-7000-8000-000000000000'
const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const DAY_MS = 86_400_000
let keys = 0

describeOnEveryStore(
  'contract: Idempotency-Key',
  (shared) => {
    for (const operation of POSTS) {
      it(`${operation.id}: same key and same body → the first answer again, marked, and one effect`, async () => {
        const client = await shared.client()
        const request = await exampleRequest(operation, client)
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

      it(`${operation.id}: same key and another body → 409, and no effect`, async () => {
        const client = await shared.client()
        const request = await exampleRequest(operation, client)
        const key = newKey()
        ;(await post(client, request, key)).expect(operation.success.status)
        const effects = await countEffects(client, request)
        const body = { ...(request.body as object | undefined), another: 'body' }
        const error = (await post(client, { ...request, body }, key)).error(409, 'VALIDATION_ERROR')
        assert.deepEqual(slotsOf(error), ['Idempotency-Key'])
        assert.equal(await countEffects(client, request), effects)
      })

      it(`${operation.id}: duplicates at the same time give one effect and the same answer`, async () => {
        const client = await shared.client()
        const request = await exampleRequest(operation, client)
        const before = await countEffects(client, request)
        const key = newKey()
        const answers = await Promise.all(Array.from({ length: 6 }, () => post(client, request, key)))
        const [first] = answers
        for (const answer of answers) {
          assert.deepEqual(answer.expect(operation.success.status).body, first?.body)
        }
        const fresh = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)
        assert.equal(fresh.length, 1)
        assert.equal(await countEffects(client, request), before + (ADD_NOTHING.has(operation.id) ? 0 : 1))
      })

      it(`${operation.id}: an error is not remembered`, async () => {
        const client = await shared.client()
        const request = await exampleRequest(operation, client)
        const key = newKey()
        const failing = operation.path.includes(':id')
          ? { ...request, path: operation.path.replace(':id', ABSENT) }
          : { ...request, body: {} }
        ;(await post(client, failing, key)).refused()
        const answer = (await post(client, request, key)).expect(operation.success.status)
        assert.equal(answer.headers.get('idempotent-replayed'), null)
      })
    }

    it('the same key for another path is another request: 409', async () => {
      const client = await shared.client()
      const key = newKey()
      const [one, two] = [await client.createWorkflow(), await client.createWorkflow()]
      ;(await post(client, { method: 'POST', path: `/workflows/${one.id}/execute` }, key)).expect(202)
      const other = await post(client, { method: 'POST', path: `/workflows/${two.id}/execute` }, key)
      other.error(409, 'VALIDATION_ERROR')
    })

    it('the order of members and white space do not make another body', async () => {
      const client = await shared.client()
      const headers = { 'idempotency-key': newKey(), 'content-type': 'application/json' }
      const send = (rawBody: string) => client.send('POST', '/workflows', { rawBody, headers })
      const first = (await send('{"name":"A","variables":{"x":1,"y":2}}')).expect(201)
      const again = await send('{ "variables": {"y":2, "x":1}, "name": "A" }')
      assert.deepEqual(again.expect(201).data(), first.data())
    })

    it('keys are kept per account, not per API key', async () => {
      const { full, limited } = await shared.clients(['workflows:write'])
      const stranger = await shared.client()
      const request = { method: 'POST', path: '/workflows', body: { name: 'Mine' } }
      const key = newKey()
      const first = (await post(full, request, key)).expect(201)
      assert.deepEqual((await post(limited, request, key)).expect(201).data(), first.data())
      const other = (await post(stranger, request, key)).expect(201)
      assert.equal(other.headers.get('idempotent-replayed'), null)
      assert.notDeepEqual(other.data(), first.data())
    })

    it('a replay asks for the scope like any request', async () => {
      const { full, limited } = await shared.clients(['workflows:read'])
      const request = { method: 'POST', path: '/workflows', body: { name: 'Mine' } }
      const key = newKey()
      ;(await post(full, request, key)).expect(201)
      ;(await post(limited, request, key)).error(403, 'FORBIDDEN')
    })

    it('255 characters are a key, 256 are not', async () => {
      const client = await shared.client()
      const request = { method: 'POST', path: '/workflows', body: { name: 'x' } }
      ;(await post(client, request, 'k'.repeat(255))).expect(201)
      const answer = await post(client, request, 'k'.repeat(255))
      assert.equal(answer.header('idempotent-replayed'), 'true')
      const error = (await post(client, request, 'k'.repeat(256))).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(slotsOf(error), ['Idempotency-Key'])
    })

    it('a submission that was refused is not remembered either', async () => {
      const client = await shared.client()
      const { id } = await client.createForm()
      const path = `/forms/${id}/submissions`
      const key = newKey()
      const bad = { method: 'POST', path, body: { data: { email: 'no' } } }
      ;(await post(client, bad, key)).error(400, 'VALIDATION_ERROR')
      const good = { method: 'POST', path, body: { data: { email: 'a@example.com' } } }
      ;(await post(client, good, key)).expect(201)
    })

    it('with `Prefer: wait` the ended execution is what is replayed', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow()
      const headers = { 'idempotency-key': newKey(), prefer: 'wait=30' }
      const first = (await client.post(`/workflows/${id}/execute`, {}, { headers })).expect(200)
      const again = (await client.post(`/workflows/${id}/execute`, {}, { headers })).expect(200)
      assert.deepEqual(again.data(), first.data())
      assert.equal(again.header('idempotent-replayed'), 'true')
    })

    it('PATCH and DELETE pay no heed to it', async () => {
      const client = await shared.client()
      const { id } = await client.createWorkflow()
      const headers = { 'idempotency-key': newKey() }
      ;(await client.patch(`/workflows/${id}`, { name: 'A' }, { headers })).expect(200)
      ;(await client.patch(`/workflows/${id}`, { name: 'B' }, { headers })).expect(200)
      ;(await client.delete(`/workflows/${id}`, { headers })).expect(200)
      ;(await client.delete(`/workflows/${id}`, { headers })).error(404, 'NOT_FOUND')
    })

    it('is kept 24 hours, and then the key is free again', async () => {
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

describe('contract: an Idempotency-Key over a restart', () => {
  for (const store of STORE_KINDS) {
    it(`is still known [${store}]`, async () => {
      const first = await startService({ store })
      const request = { method: 'POST', path: '/workflows', body: { name: 'Kept' } }
      const key = newKey()
      const answer = await post(new Client(first, first.key), request, key)
      await first.stop()
      const second = await startService({ dataOf: first })
      const again = await post(new Client(second, second.key), request, key)
      assert.deepEqual(again.expect(201).data(), answer.expect(201).data())
      assert.equal(again.header('idempotent-replayed'), 'true')
      await second.destroy()
    })
  }
})

describe('contract: an Idempotency-Key at two services on one PostgreSQL at the same time', () => {
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
    it(`${operation.id}: one effect, and the same answer from both`, async () => {
      const { key: accountKey } = await one.createAccount()
      const clients = [new Client(one, accountKey), new Client(two, accountKey)] as const
      const request = await exampleRequest(operation, clients[0])
      const before = await countEffects(clients[0], request)
      const key = newKey()
      const answers = await Promise.all([...clients, ...clients].map((client) => post(client, request, key)))
      const fresh = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)
      assert.equal(fresh.length, 1)
      for (const answer of answers) {
        assert.deepEqual(answer.expect(operation.success.status).body, answers[0]?.body)
      }
      const added = ADD_NOTHING.has(operation.id) ? 0 : 1
      assert.equal(await countEffects(clients[1], request), before + added)
    })
  }
})

function newKey(): string {
  keys += 1
  return `key-${keys}`
}

function post(client: Client, { path, body }: ExampleRequest, key: string): Promise<Answer> {
  return client.post(path, body, { headers: { 'idempotency-key': key } })
}

/** How many things the request has made so far. */
async function countEffects(client: Client, { path }: ExampleRequest): Promise<number> {
  if (/\/(test|check|signal|rotate-secret|redeliver)$/.test(path)) return 0
  const [, id, control] = /^\/executions\/([^/]+)\/(cancel|retry)$/.exec(path) ?? []
  if (id !== undefined) return countControlEffects(client, id, control === 'cancel')
  const list = path
    .replace(/\/execute$/, '/executions')
    .replace(/\/[^/]+\/restore$/, '')
    .replace(/\/import$/, '')
  return (await client.get(list)).expect(200).data<unknown[]>().length
}

/** A cancelled execution says so once in its log; a retry is one more execution of the workflow. */
async function countControlEffects(client: Client, id: string, cancels: boolean): Promise<number> {
  const { logs, workflow_id } = (await client.get(`/executions/${id}`)).expect(200).data<Execution>()
  if (cancels) return logs.length
  return (await client.get(`/workflows/${workflow_id}/executions`)).data<unknown[]>().length
}
