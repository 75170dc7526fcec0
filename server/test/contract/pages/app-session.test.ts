import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Session } from '@millrace/contract/app.ts'
import { startService } from '#test/support/test-service.ts'
import { messageAt, issuePaths } from '../support/api-response.ts'
import { Browser } from '../support/browser.ts'
import { describeOnEveryStore, type SharedService } from '../support/on-every-store.ts'
import { SettableClock } from '../support/settable-clock.ts'

const clock = new SettableClock('2026-03-10T12:00:00.000Z')
const DAY_MS = 86_400_000
const EMAIL = 'Owner@Example.com'
const PASSWORD = 'correct horse battery'

describeOnEveryStore(
  'Sessions of the web app',
  (shared) => {
    it('Before an owner exists, the session says so and sign-in is impossible', async () => {
      const browser = new Browser(shared.running)
      const session = (await browser.get('/session')).expect(200).data<Session>()
      assert.deepEqual(session, { signed_in: false, needs_owner: true })
      ;(await browser.post('/session', { email: EMAIL, password: PASSWORD })).error(401, 'UNAUTHORIZED')
    })

    it('The setup link rejects a wrong token, a short password and an invalid address, and stays valid', async () => {
      const browser = new Browser(shared.running)
      ;(await browser.post('/setup', owner(shared, { token: 'guess' }))).error(403, 'FORBIDDEN')
      for (const [change, issuePath] of [
        [{ password: 'x'.repeat(11) }, 'password'],
        [{ password: 'x'.repeat(257) }, 'password'],
        [{ email: 'not-an-address' }, 'email'],
        [{ name: ' ' }, 'name'],
        [{ token: 5 }, 'token'],
      ] as const) {
        const error = (await browser.post('/setup', owner(shared, change))).error(400, 'VALIDATION_ERROR')
        assert.deepEqual(issuePaths(error), [issuePath])
      }
    })

    it('The setup link works once, also when it is used twice concurrently', async () => {
      const browsers = [new Browser(shared.running), new Browser(shared.running)]
      const responses = await Promise.all(browsers.map((browser) => browser.post('/setup', owner(shared))))
      assert.deepEqual(responses.map(({ status }) => status).sort(ascending), [201, 403])
      const session = responses.find(({ status }) => status === 201)?.data<Session>()
      assert.equal(session?.signed_in === true && session.user.role, 'owner')
      ;(await new Browser(shared.running).post('/setup', owner(shared))).error(403, 'FORBIDDEN')
    })

    it('The session cookie is HttpOnly, SameSite=Lax, valid for the whole site, and not Secure on loopback', async () => {
      const response = await new Browser(shared.running).post('/session', {
        email: EMAIL,
        password: PASSWORD,
      })
      const parts = response.expect(200).header('set-cookie').split('; ')
      assert.match(parts[0] ?? '', /^millrace=[\w-]{43}$/)
      assert.deepEqual(parts.slice(1).sort(), [
        'HttpOnly',
        `Max-Age=${14 * 86_400}`,
        'Path=/',
        'SameSite=Lax',
      ])
    })

    it('Sign-in ignores the case of the address and creates a new session each time', async () => {
      const [one, two] = [await signIn(shared, ' owner@EXAMPLE.com '), await signIn(shared)]
      assert.notEqual(one.cookie, two.cookie)
      const session = (await one.get('/session')).data<Session>()
      assert.equal(session.signed_in && session.user.email, EMAIL)
      assert.equal(JSON.stringify(session).includes('hash'), false)
    })

    it('A wrong password and an unknown address get the same response', async () => {
      const browser = new Browser(shared.running)
      const wrong = await browser.post('/session', { email: EMAIL, password: 'something else' })
      const unknown = await browser.post('/session', { email: 'unknown@example.com', password: PASSWORD })
      wrong.error(401, 'UNAUTHORIZED')
      assert.deepEqual(unknown.body, wrong.body)
      assert.equal(wrong.headers.get('set-cookie'), null)
    })

    it('Signing out ends the session on the server, too', async () => {
      const browser = await signIn(shared)
      const copiedSession = new Browser(shared.running, browser.cookie)
      ;(await copiedSession.get('/keys')).expect(200)
      const response = (await browser.send('DELETE', '/session')).expect(200)
      assert.match(response.header('set-cookie'), /^millrace=; Max-Age=0;/)
      ;(await copiedSession.get('/keys')).error(401, 'UNAUTHORIZED')
    })

    it('A session expires after fourteen days', async () => {
      const browser = await signIn(shared)
      clock.advance(14 * DAY_MS - 1_000)
      ;(await browser.get('/keys')).expect(200)
      clock.advance(2_000)
      ;(await browser.get('/keys')).error(401, 'UNAUTHORIZED')
    })

    it('Every other endpoint rejects a missing session, a guessed one and an API key', async () => {
      const id = '018f0000-0000-7000-8000-000000000000'
      const paths = [
        ['GET', '/keys'],
        ['POST', '/keys'],
        ['DELETE', `/keys/${id}`],
        ['GET', '/plan'],
        ['POST', '/password'],
      ] as const
      for (const [method, path] of paths) {
        for (const cookie of [undefined, 'millrace=', `millrace=${'A'.repeat(43)}`, '__Host-millrace=x']) {
          const response = await new Browser(shared.running, cookie).send(method, path)
          response.error(401, 'UNAUTHORIZED')
        }
        const headers = { authorization: `Bearer ${shared.running.key}` }
        ;(await new Browser(shared.running).send(method, path, { headers })).error(401, 'UNAUTHORIZED')
      }
    })

    it('A session does not authenticate requests to /v1', async () => {
      const { cookie } = await signIn(shared)
      const { status } = await shared.running.request('GET', '/v1/workflows', {
        key: null,
        headers: { cookie },
      })
      assert.equal(status, 401)
    })

    it('Writes from a page of another site are rejected; reads and writes from our own pages are not', async () => {
      const browser = await signIn(shared)
      const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${shared.running.url}.evil.example` },
        { origin: shared.running.url.replace('http:', 'https:') },
        { origin: 'http://127.0.0.1:1' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ] as unknown as Record<string, string>[]
      for (const headers of foreign) {
        ;(await browser.post('/keys', newKey(), headers)).error(403, 'FORBIDDEN')
        ;(await browser.send('DELETE', '/session', { headers })).error(403, 'FORBIDDEN')
        ;(await browser.post('/session', { email: EMAIL, password: PASSWORD }, headers)).error(
          403,
          'FORBIDDEN',
        )
        ;(await browser.send('GET', '/keys', { headers })).expect(200)
      }
      ;(await browser.post('/keys', newKey(), { origin: shared.running.url })).expect(201)
      ;(await browser.post('/keys', newKey(), { 'sec-fetch-site': 'same-origin' })).expect(201)
    })

    it('A body that a form on another site could send is rejected', async () => {
      const browser = await signIn(shared)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const headers = { 'content-type': type }
        ;(await browser.post('/keys', newKey(), headers)).error(415, 'VALIDATION_ERROR')
      }
    })

    it('Changing the password requires the current one and ends the other sessions', async () => {
      const [browser, other] = [await signIn(shared), await signIn(shared)]
      const change = (current: string, wanted: string) =>
        browser.post('/password', { current_password: current, new_password: wanted })
      const wrong = (await change('not this one', 'a new password')).error(400, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(wrong), ['current_password'])
      const short = (await change(PASSWORD, 'x'.repeat(11))).error(400, 'VALIDATION_ERROR')
      assert.match(messageAt(short, 'new_password'), /12/)
      ;(await change(PASSWORD, 'a password of 12+')).expect(200)
      ;(await browser.get('/keys')).expect(200)
      ;(await other.get('/keys')).error(401, 'UNAUTHORIZED')
      const fresh = new Browser(shared.running)
      ;(await fresh.post('/session', { email: EMAIL, password: PASSWORD })).error(401, 'UNAUTHORIZED')
      ;(await change('a password of 12+', PASSWORD)).expect(200)
    })

    it('After ten wrong current passwords even the right one has to wait, from any address', async () => {
      clock.advance(DAY_MS)
      const browser = await signIn(shared)
      const change = (person: Browser, current: string) =>
        person.post('/password', { current_password: current, new_password: 'a new password' })
      const guesses = await Promise.all(Array.from({ length: 14 }, () => change(browser, 'a wrong password')))
      const tried = guesses.filter(({ status }) => status === 400)
      assert.ok(tried.length > 0 && tried.length <= 10, `${tried.length} passwords were tried`)
      const rejected = await change(browser, PASSWORD)
      assert.match(
        rejected.error(429, 'RATE_LIMITED').message,
        /^Too many failed attempts\. Try again in 15 minutes\.$/,
      )
      assert.equal(Number(rejected.header('retry-after')), 15 * 60)
      // Signing in is counted on its own: a stolen session cannot lock its owner out.
      ;(await new Browser(shared.running).post('/session', { email: EMAIL, password: PASSWORD })).expect(200)
      clock.advance(15 * 60_000)
      ;(await change(browser, 'a wrong password')).error(400, 'VALIDATION_ERROR')
    })

    it('After ten failed attempts even the right password has to wait', async () => {
      const browser = new Browser(shared.running)
      const guess = { email: EMAIL, password: 'a wrong password' }
      clock.advance(DAY_MS)
      for (let count = 0; count < 10; count += 1) {
        ;(await browser.post('/session', guess)).error(401, 'UNAUTHORIZED')
      }
      const rejected = await browser.post('/session', {
        email: ` ${EMAIL.toUpperCase()}`,
        password: PASSWORD,
      })
      rejected.error(429, 'RATE_LIMITED')
      assert.equal(Number(rejected.header('retry-after')), 15 * 60)
      ;(await browser.post('/session', { email: 'x@example.com', password: PASSWORD })).error(
        401,
        'UNAUTHORIZED',
      )
      clock.advance(15 * 60_000)
      ;(await browser.post('/session', { email: EMAIL, password: PASSWORD })).expect(200)
    })

    it('Concurrent failed attempts are all counted', async () => {
      const guess = { email: 'guessed@example.com', password: 'a wrong password' }
      clock.advance(DAY_MS)
      const responses = await Promise.all(
        Array.from({ length: 14 }, () => new Browser(shared.running).post('/session', guess)),
      )
      const attempts = responses.filter(({ status }) => status === 401)
      assert.ok(attempts.length <= 10, `${attempts.length} passwords were tried`)
    })
  },
  { clock },
)

describe('The setup link after a restart', () => {
  it('A restart creates a new setup link while no owner exists, and none afterwards', async () => {
    const first = await startService()
    const old = first.service.setupToken
    await first.stop()
    const second = await startService({ dataOf: first })
    const { setupToken: token } = second.service
    assert.ok(token !== undefined && token !== old)
    const body = { token, name: 'Owner', email: EMAIL, password: PASSWORD }
    ;(await new Browser(second).post('/setup', body)).expect(201)
    await second.stop()
    const third = await startService({ dataOf: second })
    assert.equal(third.service.setupToken, undefined)
    ;(await new Browser(third).post('/setup', { ...body, token: old })).error(403, 'FORBIDDEN')
    await third.destroy()
  })
})

describe('The session cookie over https', () => {
  it('The session cookie over https is Secure with the prefix __Host-, and the plain name is ignored', async () => {
    const service = await startService({
      environment: { MILLRACE_PUBLIC_URL: 'https://millrace.example.com' },
    })
    try {
      const body = { token: service.service.setupToken, name: 'O', email: EMAIL, password: PASSWORD }
      const browser = new Browser(service)
      const response = await browser.post('/setup', body, { origin: 'https://millrace.example.com' })
      assert.match(response.expect(201).header('set-cookie'), /^__Host-millrace=[^;]+; .*Path=\/.*; Secure$/)
      ;(await browser.get('/keys')).expect(200)
      const plain = new Browser(service, browser.cookie.replace('__Host-', ''))
      ;(await plain.get('/keys')).error(401, 'UNAUTHORIZED')
    } finally {
      await service.destroy()
    }
  })
})

function owner(shared: SharedService, change: object = {}): object {
  const token = shared.running.service.setupToken
  return { token, name: 'Owner', email: ` ${EMAIL} `, password: PASSWORD, ...change }
}

function ascending(a: number, b: number): number {
  return a - b
}

function newKey(): object {
  return { name: 'Key', scopes: ['workflows:read'] }
}

async function signIn(shared: SharedService, email = EMAIL): Promise<Browser> {
  const browser = new Browser(shared.running)
  ;(await browser.post('/session', { email, password: PASSWORD })).expect(200)
  return browser
}
