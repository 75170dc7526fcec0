import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { CreatedKey, Key, PlanUse } from '@millrace/contract/app.ts'
import { SCOPE_PRESETS } from '@millrace/contract/scopes.ts'
import { issuePaths } from '../support/api-response.ts'
import { Browser } from '../support/browser.ts'
import { describeOnEveryStore } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T12:00:30.000Z')
const DAY_MS = 86_400_000
const EMAIL = 'owner@example.com'
const PASSWORD = 'correct horse battery'

describeOnEveryStore(
  'Settings → API Keys in the web app',
  (shared) => {
    let browser: Browser
    before(async () => {
      browser = new Browser(shared.running)
      const token = shared.running.service.setupToken
      ;(await browser.post('/setup', { token, name: 'Owner', email: EMAIL, password: PASSWORD })).expect(201)
    })

    it('A created key is shown once and works; a revoked one stops working immediately', async () => {
      const body = { name: ' Reports ', scopes: ['workflows:read'] }
      const created = (await browser.post('/keys', body)).expect(201).data<CreatedKey>()
      assert.match(created.key, /^mr_[\w-]{43}$/)
      assert.equal(created.name, 'Reports')
      assert.ok(created.key.startsWith(created.prefix) && created.prefix.length < 12)
      const listed = await browser.get('/keys')
      assert.equal(JSON.stringify(listed.body).includes(created.key), false)
      const client = shared.withKey(created.key)
      ;(await client.get('/workflows')).expect(200)
      ;(await client.post('/workflows', { name: 'x' })).error(403, 'FORBIDDEN')

      const revoked = (await browser.send('DELETE', `/keys/${created.id}`)).expect(200)
      ;(await client.get('/workflows')).error(401, 'UNAUTHORIZED')
      clock.advance(1_000)
      const again = (await browser.send('DELETE', `/keys/${created.id}`)).expect(200)
      assert.deepEqual(again.data(), revoked.data())
      const found = (await browser.get('/keys')).data<Key[]>().find(({ id }) => id === created.id)
      assert.equal(found?.status, 'revoked')
    })

    it('Nobody gets more rights by a key than they have: only owners create keys', async () => {
      for (const role of ['editor', 'viewer'] as const) {
        const { browser: person } = await shared.person(role)
        for (const scopes of [SCOPE_PRESETS.full_access, SCOPE_PRESETS.read_only]) {
          ;(await person.post('/keys', { name: 'More', scopes })).error(403, 'FORBIDDEN')
        }
      }
    })

    it('Scope presets are recognised', async () => {
      for (const preset of ['full_access', 'read_only', 'execute_only'] as const) {
        const scopes = SCOPE_PRESETS[preset].toReversed()
        const key = (await browser.post('/keys', { name: preset, scopes })).expect(201).data<CreatedKey>()
        assert.equal(key.preset, preset)
      }
      const own = await browser.post('/keys', { name: 'Own', scopes: ['forms:submit'] })
      assert.equal(own.data<CreatedKey>().preset, null)
    })

    it('A key can have an expiry', async () => {
      const expires = new Date(clock.now() + 60_000).toISOString()
      const body = { name: 'Short', scopes: ['forms:read'], expires_at: expires }
      const key = (await browser.post('/keys', body)).expect(201).data<CreatedKey>()
      assert.deepEqual([key.expires_at, key.status], [expires, 'active'])
      ;(await shared.withKey(key.key).get('/forms')).expect(200)
      clock.advance(60_000)
      ;(await shared.withKey(key.key).get('/forms')).error(401, 'UNAUTHORIZED')
      const listed = (await browser.get('/keys')).data<Key[]>().find(({ id }) => id === key.id)
      assert.equal(listed?.status, 'expired')
    })

    it('An invalid key request is rejected with every problem in one response', async () => {
      const past = new Date(clock.now() - 1).toISOString()
      for (const [body, paths] of [
        [{}, ['name', 'scopes']],
        [{ name: '', scopes: [] }, ['name', 'scopes']],
        [{ name: 'x', scopes: ['everything'] }, ['scopes[0]']],
        [{ name: 'x', scopes: ['forms:read', 'forms:read'] }, ['scopes']],
        [{ name: 'x'.repeat(101), scopes: ['forms:read'] }, ['name']],
        [{ name: 'x', scopes: ['forms:read'], expires_at: past }, ['expires_at']],
        [{ name: 'x', scopes: ['forms:read'], expires_at: 'soon' }, ['expires_at']],
        [{ name: 'x', scopes: ['forms:read'], expires_at: 5 }, ['expires_at']],
      ] as const) {
        const error = (await browser.post('/keys', body)).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), paths, JSON.stringify(body))
      }
    })

    it('An unknown key, or one of another account, is answered with 404', async () => {
      const otherClient = await shared.running.createAccount()
      const [theirs] = await shared.running.service.store.keys.list(otherClient.id)
      for (const id of ['not-an-id', '018f0000-0000-7000-8000-000000000000', theirs?.id ?? '']) {
        ;(await browser.send('DELETE', `/keys/${id}`)).error(404, 'NOT_FOUND')
      }
      ;(await shared.withKey(otherClient.key).get('/workflows')).expect(200)
    })

    it('The plan shows its limits and how much of them is used', async () => {
      clock.advance(DAY_MS)
      for (let count = 0; count < 3; count += 1) await shared.withKey(shared.running.key).get('/workflows')
      const use = (await browser.get('/plan')).expect(200).data<PlanUse>()
      assert.equal(use.plan, 'business')
      assert.deepEqual(use.limits, { per_minute: 600, per_day: 200_000 })
      assert.deepEqual(use.used, { minute: 3, day: 3 })
      const today = clock.now() - (clock.now() % DAY_MS)
      assert.equal(Date.parse(use.resets_at.day), today + DAY_MS)
      assert.equal(Date.parse(use.resets_at.minute), clock.now() - (clock.now() % 60_000) + 60_000)
      assert.equal(use.enforced, true)
      assert.equal(use.plans.length, 4)
    })
  },
  { clock, environment: { MILLRACE_RATE_LIMITS: 'on' } },
)
