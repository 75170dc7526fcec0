import assert from 'node:assert/strict'
import { it } from 'node:test'
import { OPERATIONS } from '@millrace/contract/operations.ts'
import { PLANS } from '@millrace/contract/plans.ts'
import { exampleRequestFor } from '../support/example-request.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const SOME_ID = '018f0000-0000-7000-8000-000000000000'
const clock = new SettableClock('2026-03-10T12:00:30.000Z')

describeOnEveryStore(
  'Specification 5 to 9: authentication, events, errors, limits, versions',
  (shared) => {
    it('5.1: every request carries the header `Authorization: Bearer <API_KEY>`', async () => {
      const client = await shared.client()
      const headers = { authorization: `Bearer ${client.key}` }
      assert.equal((await shared.running.request('GET', '/v1/workflows', { headers })).status, 200)
    })

    it('5.2: no endpoint for managing API keys exists in this interface', async () => {
      const client = await shared.client()
      for (const path of ['/keys', '/api-keys', '/api_keys', '/settings/keys', '/settings/api-keys']) {
        ;(await client.get(path)).error(404, 'NOT_FOUND')
        ;(await client.post(path, { name: 'Key' })).error(404, 'NOT_FOUND')
      }
    })

    for (const operation of OPERATIONS) {
      it(`5.3: a missing or invalid key yields UNAUTHORIZED: ${operation.id}`, async () => {
        const { method, path, ...request } = exampleRequestFor(operation, SOME_ID)
        const without = await shared.running.request(method, `/v1${path}`, { ...request, key: null })
        assert.deepEqual([without.status, codeOf(without.body)], [401, 'UNAUTHORIZED'])
        ;(await shared.withKey('mr_no-such-key').send(method, path, request)).error(401, 'UNAUTHORIZED')
      })
    }

    it('5.4: a valid key without enough permission yields FORBIDDEN', async () => {
      const { limited } = await shared.clients(['workflows:read'])
      ;(await limited.get('/workflows')).expect(200)
      ;(await limited.post('/workflows', { name: 'x' })).error(403, 'FORBIDDEN')
    })

    it('6: the event kinds are `workflow.executed` and `form.submitted`', async () => {
      const client = await shared.client()
      const url = 'https://example.com/hook'
      for (const event of ['workflow.executed', 'form.submitted']) {
        ;(await client.post('/webhooks', { url, events: [event] })).expect(201)
      }
      const unknown = await client.post('/webhooks', { url, events: ['workflow.deleted'] })
      unknown.error(400, 'VALIDATION_ERROR')
    })

    it('6.1: a webhook stores exactly the kinds listed in its `events` array', async () => {
      const client = await shared.client()
      const body = { url: 'https://example.com/hook', events: ['form.submitted'] }
      ;(await client.post('/webhooks', body)).expect(201)
      const [webhook] = (await client.get('/webhooks')).data<{ events: string[] }[]>()
      assert.deepEqual(webhook?.events, ['form.submitted'])
    })

    it('7: NOT_FOUND means that the resource was not found', async () => {
      const client = await shared.client()
      for (const path of [`/workflows/${SOME_ID}`, `/executions/${SOME_ID}`, `/forms/${SOME_ID}`]) {
        ;(await client.get(path)).error(404, 'NOT_FOUND')
      }
    })

    it('7: VALIDATION_ERROR means that the request data is invalid (for example a malformed workflow identifier)', async () => {
      const client = await shared.client()
      for (const id of ['123', 'abc', `${SOME_ID}0`, SOME_ID.replaceAll('-', ''), '%20']) {
        ;(await client.get(`/workflows/${id}`)).error(400, 'VALIDATION_ERROR')
        ;(await client.post(`/workflows/${id}/execute`, {})).error(400, 'VALIDATION_ERROR')
        ;(await client.get(`/workflows/${id}/executions`)).error(400, 'VALIDATION_ERROR')
      }
    })

    it('8: the plans are Free 60/1,000, Starter 120/10,000, Pro 300/50,000, Business 600/200,000', () => {
      const table = Object.values(PLANS).map((plan) => [plan.name, plan.perMinute, plan.perDay])
      assert.deepEqual(table, [
        ['Free', 60, 1_000],
        ['Starter', 120, 10_000],
        ['Pro', 300, 50_000],
        ['Business', 600, 200_000],
      ])
    })

    it('8: every response to a valid key has X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset', async () => {
      const client = await shared.client('starter')
      const responses = [
        await client.get('/workflows'),
        await client.post('/workflows', {}),
        await client.get(`/workflows/${SOME_ID}`),
        await client.get('/nothing'),
      ]
      for (const [index, response] of responses.entries()) {
        assert.equal(response.header('x-ratelimit-limit'), '120')
        assert.equal(response.header('x-ratelimit-remaining'), String(119 - index))
        assert.equal(response.header('x-ratelimit-reset'), String(Date.parse('2026-03-10T12:01:00Z') / 1000))
      }
    })

    it('8.1: a request beyond a limit is answered with the error code RATE_LIMITED', async () => {
      const client = await shared.client('free')
      const responses = await Promise.all(Array.from({ length: 61 }, () => client.get('/workflows')))
      const rejected = responses.filter((response) => response.status !== 200)
      assert.equal(rejected.length, 1)
      rejected[0]?.error(429, 'RATE_LIMITED')
    })

    it('8.2: a list defaults to page 1 with 20 items per page', async () => {
      const client = await shared.client()
      for (const path of ['/workflows', '/forms', '/credentials', '/integrations', '/webhooks']) {
        const { page, limit } = (await client.get(path)).expect(200).pageMeta
        assert.deepEqual([page, limit], [1, 20], path)
      }
    })

    it('9: the current version is v1, selected by the first path segment', async () => {
      const { running } = shared
      const { key } = await shared.client()
      assert.equal((await running.request('GET', '/v1/workflows', { key })).status, 200)
      for (const path of ['/workflows', '/v2/workflows', '/v1.0/workflows', '/V1/workflows']) {
        assert.equal((await running.request('GET', path, { key })).status, 404, path)
      }
    })

    it('9.3: the current version is not deprecated and has no Deprecation and no Sunset header', async () => {
      const { headers } = await (await shared.client()).get('/workflows')
      assert.deepEqual([headers.get('deprecation'), headers.get('sunset')], [null, null])
    })
  },
  { clock, environment: { MILLRACE_RATE_LIMITS: 'on' } },
)

function codeOf(body: unknown): unknown {
  return (body as { error?: { code?: unknown } }).error?.code
}
