import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Argon2PasswordHasher } from '#adapters/index.ts'
import { deriveArgon2id } from '#adapters/passwords/derive-argon2id.ts'
import type { HashingClient } from '#ports/index.ts'
import type { Execution } from '@millrace/contract/execution.ts'
import { startService, type TestService } from '#test/support/test-service.ts'
import type { ApiResponse } from '../support/api-response.ts'
import { Browser } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { sendAndHangUp } from '../support/raw-http.ts'
import { SettableClock } from '../support/settable-clock.ts'
import { readEnd } from '../support/waiting-run.ts'

const EMAIL = 'owner@example.com'
const PASSWORD = 'correct horse battery'
const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.9'
const ATTEMPTS = 10
const WRONG = 'a wrong password'
/** More than strangers have in work and in the queue together. */
const MANY = 70
const IN_WORK_AND_QUEUE = 33

interface Gate {
  held?: Promise<void>
  open?: () => void
}

/** Checks passwords for real, but wrong ones only while nobody holds them. */
class HeldPasswords extends Argon2PasswordHasher {
  readonly #gate: Gate
  readonly #waiters: { readonly count: number; readonly resolve: () => void }[] = []
  #gone = 0

  constructor(gate: Gate = {}) {
    super({ memory: 64, passes: 1, parallelism: 1 }, async (parameters) => {
      if (parameters.message === WRONG) await gate.held
      return deriveArgon2id(parameters)
    })
    this.#gate = gate
  }

  hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gone = 0
    this.#gate.held = promise
    this.#gate.open = resolve
  }

  release(): void {
    this.#gate.open?.()
  }

  /** Resolves when so many clients have hung up while they waited. */
  untilGone(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ count, resolve })
      this.#resolveWaiters()
    })
  }

  override verify(password: string, hash: string, client: HashingClient): Promise<boolean> {
    const noticed = () => {
      this.#gone += 1
      this.#resolveWaiters()
    }
    if (client.signal?.aborted === true) noticed()
    else client.signal?.addEventListener('abort', noticed, { once: true })
    return super.verify(password, hash, client)
  }

  #resolveWaiters(): void {
    for (const { count, resolve } of this.#waiters) if (this.#gone >= count) resolve()
  }
}

describe('Code of several accounts', { timeout: 240_000 }, () => {
  let service: TestService
  before(async () => {
    service = await startService()
  })
  after(() => service.destroy())

  it('Endless code of one account does not stop the code of another, and code that waits can be cancelled', async () => {
    const mine = new Client(service, service.key)
    const other = new Client(service, (await service.createAccount()).key)
    const codeOf = (code: string) => ({
      nodes: [{ id: 'code', type: 'code', data: { code }, timeout_ms: 600_000 }],
    })
    const endless = await mine.createWorkflow(codeOf('for (;;);'))
    const short = await mine.createWorkflow(codeOf('return { done: true }'))
    const first = await mine.accept(endless)
    const second = await mine.accept(endless)
    const [waiting, cancelled] = [await mine.accept(short), await mine.accept(short)]

    const run = await other.run(await other.createWorkflow(codeOf('return { mine: false }')))
    assert.equal(run.status, 'completed')
    const status = async (id: string) => (await mine.get(`/executions/${id}`)).data<Execution>().status
    assert.equal(await status(waiting.execution_id), 'running')

    const gone = (await mine.post(`/executions/${cancelled.execution_id}/cancel`)).expect(200)
    assert.equal(gone.data<Execution>().error?.code, 'CANCELLED')
    ;(await mine.post(`/executions/${first.execution_id}/cancel`)).expect(200)
    assert.equal((await readEnd(mine, waiting.execution_id)).status, 'completed')
    ;(await mine.post(`/executions/${second.execution_id}/cancel`)).expect(200)
  })
})

describe('Sign-ins of many', { timeout: 240_000 }, () => {
  const clock = new SettableClock('2026-03-10T12:00:00.000Z')
  const passwords = new HeldPasswords()
  let service: TestService
  before(async () => {
    service = await startService({ clock, passwords, environment: { MILLRACE_TRUSTED_PROXIES: '127.0.0.1' } })
    const token = service.service.setupToken
    const owner = { token, name: 'Owner', email: EMAIL, password: PASSWORD }
    ;(await new Browser(service).post('/setup', owner, from(HOME))).expect(201)
  })
  after(() => service.destroy())

  const signIn = (email: string, password: string, address: string): Promise<ApiResponse> =>
    new Browser(service).post('/session', { email, password }, from(address))

  it('A full queue is answered with 503, and does not delay somebody who signed in from there before', async () => {
    passwords.hold()
    const statuses: number[] = []
    const { promise: isFull, resolve } = Promise.withResolvers<void>()
    const attempts = Array.from({ length: MANY }, async (_, index) => {
      // From the same network, and from many others.
      const address = index % 2 === 0 ? HOME : `203.0.${index}.1`
      const response = await signIn(`${index}@example.com`, WRONG, address)
      statuses.push(response.status)
      if (statuses.length === MANY - IN_WORK_AND_QUEUE) resolve()
      return response
    })
    await isFull
    assert.deepEqual(new Set(statuses), new Set([503]), 'all others are held')
    ;(await signIn(EMAIL, PASSWORD, HOME)).expect(200)
    assert.equal(statuses.length, MANY - IN_WORK_AND_QUEUE, 'nobody else was served before')
    passwords.release()
    const refused = (await Promise.all(attempts)).filter(({ status }) => status !== 401)
    assert.equal(refused.length, MANY - IN_WORK_AND_QUEUE)
    for (const response of refused) {
      assert.match(response.error(503, 'INTERNAL_ERROR').message, /^Too many passwords are being checked/)
      assert.equal(response.header('retry-after'), '5')
    }
  })

  it('A client that hung up is dropped before its password is checked, and its attempt does not count', async () => {
    const body = JSON.stringify({ email: EMAIL, password: WRONG })
    const bytes = [
      'POST /app/session HTTP/1.1',
      `Host: ${new URL(service.url).host}`,
      'Content-Type: application/json',
      `X-Forwarded-For: ${ELSEWHERE}`,
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
    passwords.hold()
    await Promise.all(Array.from({ length: ATTEMPTS }, () => sendAndHangUp(service, bytes)))
    // One of them is in work already. The others wait for it, and are dropped.
    await passwords.untilGone(ATTEMPTS)
    passwords.release()
    // The eleventh attempt from there, if all of them had counted.
    ;(await signIn(EMAIL, PASSWORD, ELSEWHERE)).expect(200)
    const failures = await service.service.store.audit.list(
      service.firstStart.account.id,
      { action: 'session.sign_in_failed' },
      { limit: 100, before: undefined },
    )
    const checked = failures.filter(({ address }) => address === ELSEWHERE)
    assert.ok(checked.length <= 1, `${checked.length} passwords were checked`)
  })

  it('Attempts from everywhere lock nobody out where they signed in before', async () => {
    // Nothing of the other tests counts any more.
    clock.advance(15 * 60_000)
    for (let host = 0; host < 50; host += 1) {
      ;(await signIn(EMAIL, 'a wrong password', `192.0.2.${host}`)).error(401, 'UNAUTHORIZED')
    }
    const refused = await signIn(EMAIL, PASSWORD, '192.0.2.99')
    assert.match(
      refused.error(429, 'RATE_LIMITED').message,
      /^Too many failed attempts for this email address\. You can sign in where you signed in before\. Try again in 15 minutes\.$/,
    )
    assert.ok(Number(refused.header('retry-after')) > 0)
    ;(await signIn(EMAIL, PASSWORD, HOME)).expect(200)
    ;(await signIn('somebody@example.com', 'a wrong password', '192.0.2.99')).error(401, 'UNAUTHORIZED')
  })
})

function from(address: string): Record<string, string> {
  return { 'x-forwarded-for': address }
}
