import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PLAN_IDS, PLANS } from '@millrace/contract/plans.ts'
import type { AccountId } from '#domain/index.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'
import type { ApiResponse } from '../support/api-response.ts'
import { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const NOON = '2026-03-10T12:00:30.000Z'
const NEXT_MINUTE = Date.parse('2026-03-10T12:01:00.000Z') / 1000
const MIDNIGHT = Date.parse('2026-03-11T00:00:00.000Z') / 1000
const BATCH = 5_000
const environment = { MILLRACE_RATE_LIMITS: 'on' }
const clock = new SettableClock(NOON)

describeOnEveryStore(
  'Contract: rate limits',
  (shared) => {
    for (const plan of PLAN_IDS) {
      const { perMinute, perDay } = PLANS[plan]

      it(`${plan}: ${perMinute} requests in a minute pass, the next is rejected until the minute ends`, async () => {
        clock.set(NOON)
        const { id, key } = await shared.running.createAccount(plan)
        const client = shared.withKey(key)
        await spend(shared.running, id, perMinute - 1)
        assertWindow((await client.get('/workflows')).expect(200), perMinute, 0, NEXT_MINUTE)
        const rejected = await client.get('/workflows')
        rejected.error(429, 'RATE_LIMITED')
        assertWindow(rejected, perMinute, 0, NEXT_MINUTE)
        assert.equal(rejected.header('retry-after'), '30')
        clock.set('2026-03-10T12:00:59.999Z')
        assert.equal((await client.get('/workflows')).expect(429).header('retry-after'), '1')
        clock.set('2026-03-10T12:01:00.000Z')
        ;(await client.get('/workflows')).expect(200)
      })

      it(`${plan}: ${perDay} requests in a day pass, the next is rejected until midnight UTC`, async () => {
        clock.set('2026-03-10T11:00:00.000Z')
        const { id, key } = await shared.running.createAccount(plan)
        const client = shared.withKey(key)
        await spend(shared.running, id, perDay - 1)
        clock.set(NOON)
        assertWindow((await client.get('/workflows')).expect(200), perDay, 0, MIDNIGHT)
        const rejected = await client.get('/workflows')
        rejected.error(429, 'RATE_LIMITED')
        assertWindow(rejected, perDay, 0, MIDNIGHT)
        assert.equal(rejected.header('retry-after'), String(11 * 3_600 + 59 * 60 + 30))
        clock.set('2026-03-10T23:59:59.000Z')
        ;(await client.get('/workflows')).error(429, 'RATE_LIMITED')
        clock.set('2026-03-11T00:00:00.000Z')
        ;(await client.get('/workflows')).expect(200)
      })
    }

    it('The headers describe the window that is closer to its limit', async () => {
      clock.set('2026-03-10T11:00:00.000Z')
      const { id, key } = await shared.running.createAccount('free')
      const client = shared.withKey(key)
      await spend(shared.running, id, 945)
      clock.set(NOON)
      assertWindow(await client.get('/workflows'), 1_000, 54, MIDNIGHT)
      await spend(shared.running, id, 9)
      assertWindow(await client.get('/workflows'), 1_000, 44, MIDNIGHT)
      const fresh = await shared.client('free')
      assertWindow(await fresh.get('/workflows'), 60, 59, NEXT_MINUTE)
    })

    it('When both windows are used up the headers describe the day, because waiting for the minute would not help', async () => {
      clock.set('2026-03-10T11:00:00.000Z')
      const { id, key } = await shared.running.createAccount('free')
      await spend(shared.running, id, 940)
      clock.set(NOON)
      await spend(shared.running, id, 60)
      const rejected = await shared.withKey(key).get('/workflows')
      rejected.error(429, 'RATE_LIMITED')
      assertWindow(rejected, 1_000, 0, MIDNIGHT)
    })

    it('Concurrent requests are counted one by one', async () => {
      clock.set(NOON)
      const client = await shared.client('free')
      const responses = await Promise.all(Array.from({ length: 70 }, () => client.get('/workflows')))
      const passed = responses.filter(({ status }) => status === 200)
      assert.deepEqual([passed.length, responses.length - passed.length], [60, 10])
      const remaining = passed.map((response) => Number(response.header('x-ratelimit-remaining')))
      assert.deepEqual(
        remaining.sort((a, b) => a - b),
        Array.from({ length: 60 }, (_, index) => index),
      )
    })

    it('Requests are counted per account, not per key, and do not affect another account', async () => {
      clock.set(NOON)
      const { full, limited } = await shared.clients(['workflows:read'])
      assert.equal((await full.get('/workflows')).header('x-ratelimit-remaining'), '599')
      assert.equal((await limited.get('/workflows')).header('x-ratelimit-remaining'), '598')
      assert.equal((await (await shared.client()).get('/workflows')).header('x-ratelimit-remaining'), '599')
    })

    it('A change of plan applies from the next request on', async () => {
      clock.set(NOON)
      const { id, key } = await shared.running.createAccount('free')
      const client = shared.withKey(key)
      await spend(shared.running, id, 60)
      ;(await client.get('/workflows')).error(429, 'RATE_LIMITED')
      const { store } = shared.running.service
      await store.write((tx) => store.accounts.setPlan(tx, id, 'pro'))
      assertWindow((await client.get('/workflows')).expect(200), 300, 238, NEXT_MINUTE)
    })

    it('A rejected request has no effect', async () => {
      clock.set(NOON)
      const { id, key } = await shared.running.createAccount('free')
      const client = shared.withKey(key)
      await spend(shared.running, id, 60)
      ;(await client.post('/workflows', { name: 'x' })).error(429, 'RATE_LIMITED')
      clock.set('2026-03-10T12:01:00.000Z')
      assert.equal((await client.get('/workflows')).expect(200).pageMeta.total, 0)
    })
  },
  { clock, environment },
)

describe('Contract: rate counters are durable and shared', () => {
  for (const store of STORE_KINDS) {
    it(`Rate counters survive a restart [${store}]`, async () => {
      clock.set(NOON)
      const first = await startService({ store, clock, environment })
      for (let count = 0; count < 3; count += 1) await new Client(first, first.key).get('/workflows')
      await first.stop()
      const second = await startService({ dataOf: first, clock, environment })
      const response = await new Client(second, second.key).get('/workflows')
      assertWindow(response, 600, 596, NEXT_MINUTE)
      await second.destroy()
    })
  }

  it('Two services on one PostgreSQL share the counters and see a revoked key immediately', async () => {
    clock.set(NOON)
    const one = await startService({ store: 'postgres', clock, environment })
    const two = await startService({ dataOf: one, clock, environment })
    const account = await one.createAccount('free')
    const clients = [new Client(one, account.key), new Client(two, account.key)]
    for (let count = 0; count < 6; count += 1) {
      const response = await (clients[count % 2] as Client).get('/workflows')
      assert.equal(response.expect(200).header('x-ratelimit-remaining'), String(59 - count))
    }
    await spend(one, account.id, 54)
    for (const client of clients) (await client.get('/workflows')).error(429, 'RATE_LIMITED')

    const other = await two.createAccount()
    for (const service of [one, two]) (await new Client(service, other.key).get('/workflows')).expect(200)
    const [key] = await one.service.store.keys.list(other.id)
    await one.service.store.write((tx) =>
      one.service.store.keys.revoke(tx, other.id, key?.id ?? '', clock.now()),
    )
    for (const service of [two, one]) {
      ;(await new Client(service, other.key).get('/workflows')).error(401, 'UNAUTHORIZED')
    }
    await two.destroy()
  })

  it('With MILLRACE_RATE_LIMITS=off requests are counted and never rejected', async () => {
    clock.set(NOON)
    const service = await startService({ clock, environment: { MILLRACE_RATE_LIMITS: 'off' } })
    const { id, key } = await service.createAccount('free')
    await spend(service, id, 60)
    const response = await new Client(service, key).get('/workflows')
    assertWindow(response.expect(200), 60, 0, NEXT_MINUTE)
    assert.equal(response.headers.get('retry-after'), null)
    await service.destroy()
  })
})

function assertWindow(response: ApiResponse, limit: number, remaining: number, reset: number): void {
  const received = ['limit', 'remaining', 'reset'].map((name) =>
    Number(response.header(`x-ratelimit-${name}`)),
  )
  assert.deepEqual(received, [limit, remaining, reset])
}

/** Counts like the rate limiter, without sending requests. */
async function spend({ service }: TestService, account: AccountId, requests: number): Promise<void> {
  for (let left = requests; left > 0; left -= BATCH) {
    const batch = Math.min(left, BATCH)
    await Promise.all(
      Array.from({ length: batch }, async () => service.store.rates.add(account, clock.now())),
    )
  }
}
