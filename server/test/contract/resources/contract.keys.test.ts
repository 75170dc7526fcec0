import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SCOPES } from '@millrace/contract/scopes.ts'
import type { AccountId } from '#domain/index.ts'
import { startService, STORE_KINDS, type TestService } from '#test/support/test-service.ts'
import { Client } from '../support/client.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { sendRaw, toResponse } from '../support/raw-http.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')

describeOnEveryStore(
  'Contract: keys',
  (shared) => {
    it('A key is `mr_` followed by 256 random bits', async () => {
      const keys = await Promise.all(
        Array.from({ length: 4 }, () => shared.running.createKey(['forms:read'])),
      )
      assert.equal(new Set(keys).size, 4)
      for (const key of keys) assert.match(key, /^mr_[\w-]{43}$/)
    })

    it('An expired key is answered with 401 from the moment it expires', async () => {
      const key = await shared.running.createKey(['workflows:read'], { expiresAt: clock.now() + 1_000 })
      const client = shared.withKey(key)
      clock.advance(999)
      ;(await client.get('/workflows')).expect(200)
      clock.advance(1)
      const error = (await client.get('/workflows')).error(401, 'UNAUTHORIZED')
      assert.match(error.message, /expired/)
    })

    it('A revoked key is answered with 401 immediately, and the other keys of the account keep working', async () => {
      const account = await shared.running.createAccount()
      const revoked = shared.withKey(await shared.running.createKey(SCOPES, { account: account.id }))
      ;(await revoked.get('/workflows')).expect(200)
      await revokeNewest(shared.running, account.id)
      const error = (await revoked.get('/workflows')).error(401, 'UNAUTHORIZED')
      assert.match(error.message, /revoked/)
      ;(await shared.withKey(account.key).get('/workflows')).expect(200)
    })

    it('The word Bearer is accepted in any case, and no other scheme is', async () => {
      const { key } = await shared.client()
      for (const [authorization, status] of [
        [`Bearer ${key}`, 200],
        [`bearer ${key}`, 200],
        [`BEARER   ${key}`, 200],
        [key, 401],
        [`Basic ${Buffer.from(`${key}:`).toString('base64')}`, 401],
        [`Token ${key}`, 401],
        [`Bearer${key}`, 401],
        ['Bearer', 401],
        ['Bearer ', 401],
        [`Bearer ${key} ${key}`, 401],
        [`Bearer ${key},`, 401],
        [`Bearer "${key}"`, 401],
        [`Bearer ${key.toUpperCase()}`, 401],
        [`Bearer ${key.slice(0, -1)}`, 401],
        [`Bearer ${key}x`, 401],
        ['', 401],
      ] as const) {
        const response = await shared.running.request('GET', '/v1/workflows', { headers: { authorization } })
        assert.equal(response.status, status, authorization.replace(key, '<key>'))
      }
    })

    it('A key in the query, in a cookie or in another header is ignored', async () => {
      const { key } = await shared.client()
      const { running } = shared
      const attempts = [
        running.request('GET', `/v1/workflows?api_key=${key}&access_token=${key}`, { key: null }),
        running.request('GET', '/v1/workflows', { key: null, headers: { cookie: `millrace=${key}` } }),
        running.request('GET', '/v1/workflows', { key: null, headers: { 'x-api-key': key } }),
      ]
      for (const response of await Promise.all(attempts)) assert.equal(response.status, 401)
    })

    it('The error for an invalid key reveals nothing about the key', async () => {
      const response = await shared.withKey('mr_guessed-S3CRET-key').get('/workflows')
      assert.equal(JSON.stringify(response.body).includes('S3CRET'), false)
    })
  },
  { clock },
)

describe('Contract: last use of a key', () => {
  for (const store of STORE_KINDS) {
    it(`The last use of a key is recorded, at the latest when the service stops [${store}]`, async () => {
      const first = await startService({ store, clock })
      const { id } = first.firstStart.account
      await new Client(first, first.key).get('/workflows')
      await first.stop()
      const second = await startService({ dataOf: first, clock })
      const [key] = await second.service.store.keys.list(id)
      assert.equal(key?.lastUsedAt, clock.now())
      await second.destroy()
    })
  }
})

describe('Contract: the first key', () => {
  it('Without MILLRACE_API_KEY one key with full access is created and printed once', async () => {
    const first = await startService({ environment: { MILLRACE_API_KEY: '' } })
    const created = first.firstStart.madeKey
    assert.match(created ?? '', /^mr_[\w-]{43}$/)
    assert.equal(first.firstStart.account.plan, 'business')
    ;(await new Client(first, created ?? '').post('/workflows', { name: 'x' })).expect(201)
    const [record] = await first.service.store.keys.list(first.firstStart.account.id)
    assert.deepEqual([...(record?.scopes ?? [])], [...SCOPES])
    await first.stop()
    const second = await startService({ dataOf: first, environment: { MILLRACE_API_KEY: '' } })
    assert.equal(second.firstStart.madeKey, undefined)
    ;(await new Client(second, created ?? '').get('/workflows')).expect(200)
    await second.destroy()
  })

  it('MILLRACE_API_KEY sets the first key, and a restart with another value adds that one', async () => {
    const one = 'first-value-of-24-chars!'
    const two = 'another value, with spaces and more'
    const first = await startService({ environment: { MILLRACE_API_KEY: one } })
    assert.equal(first.firstStart.madeKey, undefined)
    ;(await new Client(first, one).post('/workflows', { name: 'Shared' })).expect(201)
    ;(await new Client(first, two).get('/workflows')).error(401, 'UNAUTHORIZED')
    await first.stop()
    const second = await startService({ dataOf: first, environment: { MILLRACE_API_KEY: two } })
    for (const key of [one, two]) {
      assert.equal((await new Client(second, key).get('/workflows')).expect(200).pageMeta.total, 1)
    }
    await second.stop()
    const third = await startService({ dataOf: second, environment: { MILLRACE_API_KEY: one } })
    const keys = await third.service.store.keys.list(third.firstStart.account.id)
    assert.equal(keys.length, 2, 'the same value is not stored twice')
    await third.destroy()
  })

  it('A first key of fewer than 24 characters prevents the start and names the setting', async () => {
    await assert.rejects(
      startService({ environment: { MILLRACE_API_KEY: 'x'.repeat(23) } }),
      /MILLRACE_API_KEY/,
    )
  })

  it('A first key may be any text that fits in a header; a longer one prevents the start', async () => {
    for (const key of ['ключ-от-всех-дверей-2026-€', 'k'.repeat(512)]) {
      const service = await startService({ environment: { MILLRACE_API_KEY: key } })
      try {
        const authorization = `Bearer ${Buffer.from(key, 'utf8').toString('latin1')}`
        const raw = await sendRaw(service, {
          method: 'GET',
          path: '/v1/workflows',
          headers: { authorization },
        })
        toResponse(raw).expect(200)
      } finally {
        await service.destroy()
      }
    }
    await assert.rejects(
      startService({ environment: { MILLRACE_API_KEY: 'k'.repeat(513) } }),
      /MILLRACE_API_KEY/,
    )
  })

  it('MILLRACE_PLAN is the plan of the first account, and an unknown one prevents the start', async () => {
    const service = await startService({
      environment: { MILLRACE_PLAN: 'starter', MILLRACE_RATE_LIMITS: 'on' },
    })
    const response = await new Client(service, service.key).get('/workflows')
    assert.equal(response.header('x-ratelimit-limit'), '120')
    await service.destroy()
    await assert.rejects(startService({ environment: { MILLRACE_PLAN: 'gold' } }), /MILLRACE_PLAN/)
  })
})

async function revokeNewest({ service }: TestService, account: AccountId): Promise<void> {
  const [newest] = await service.store.keys.list(account)
  await service.store.write((tx) => service.store.keys.revoke(tx, account, newest?.id ?? '', clock.now()))
}
