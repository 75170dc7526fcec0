import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { HashingClient, PasswordHasher } from '#ports/index.ts'
import { issuePaths } from '../support/api-response.ts'
import { Browser } from '../support/browser.ts'
import { describeOnEveryStore, type SharedService } from '../support/on-every-store.ts'

const EMAIL = 'owner@example.com'
const OLD = 'correct horse battery'
const NEW = 'another horse battery'

/** Hashes in no time. Something else can happen right after a password was checked, or before it is hashed. */
class InterruptedHasher implements PasswordHasher {
  #meanwhile: (() => Promise<unknown>) | undefined

  /** Done once, before the next answer about the password `right`. */
  afterChecking(meanwhile: () => Promise<unknown>): void {
    this.#meanwhile = meanwhile
  }

  async hash(password: string): Promise<string> {
    return `new:${password}`
  }

  async verify(password: string, hash: string, _client: HashingClient): Promise<boolean> {
    const meanwhile = this.#meanwhile
    this.#meanwhile = undefined
    await meanwhile?.()
    return hash === `new:${password}` || hash === `weak:${password}`
  }

  needsRehash(hash: string): boolean {
    return hash.startsWith('weak:')
  }

  async spendTime(): Promise<void> {}
}

const passwords = new InterruptedHasher()

describeOnEveryStore(
  'Passwords that are changed while they are checked',
  (shared) => {
    it('A sign-in with the old password creates no session after the change', async () => {
      const owner = await signedInOwner(shared)
      passwords.afterChecking(() => change(owner, OLD, NEW))
      const late = await signIn(shared, OLD)
      late.response.error(401, 'UNAUTHORIZED')
      assert.equal(late.response.headers.get('set-cookie'), null)
      assert.equal((await owner.get('/sessions')).expect(200).data<unknown[]>().length, 1)
    })

    it('A sign-in does not restore the old password when its hash is to be renewed', async () => {
      await signedInOwner(shared)
      await setHash(shared, `weak:${OLD}`)
      passwords.afterChecking(() => setHash(shared, `new:${NEW}`))
      ;(await signIn(shared, OLD)).response.error(401, 'UNAUTHORIZED')
      ;(await signIn(shared, OLD)).response.error(401, 'UNAUTHORIZED')
      ;(await signIn(shared, NEW)).response.expect(200)
    })

    it('Two sign-ins that renew the hash at once both succeed', async () => {
      await signedInOwner(shared)
      await setHash(shared, `weak:${OLD}`)
      passwords.afterChecking(async () => (await signIn(shared, OLD)).response.expect(200))
      ;(await signIn(shared, OLD)).response.expect(200)
    })

    it('A change of password that began before a reset does not undo it', async () => {
      const owner = await signedInOwner(shared)
      passwords.afterChecking(() => setHash(shared, 'new:the password of the reset'))
      const late = (await change(owner, OLD, NEW)).error(409, 'VALIDATION_ERROR')
      assert.deepEqual(issuePaths(late), ['current_password'])
      ;(await signIn(shared, NEW)).response.error(401, 'UNAUTHORIZED')
      ;(await signIn(shared, 'the password of the reset')).response.expect(200)
    })

    it('A person who is removed while they sign in gets no session', async () => {
      await signedInOwner(shared)
      passwords.afterChecking(() => removeOwner(shared))
      ;(await signIn(shared, OLD)).response.error(401, 'UNAUTHORIZED')
    })
  },
  { passwords },
)

/** A new owner whose password is the old one. */
async function signedInOwner(shared: SharedService): Promise<Browser> {
  await removeOwner(shared)
  const { store } = shared.running.service
  const account = shared.running.firstStart.account.id
  await store.write((tx) =>
    store.users.insert(tx, {
      id: crypto.randomUUID(),
      accountId: account,
      email: EMAIL,
      name: 'Owner',
      role: 'owner',
      passwordHash: `new:${OLD}`,
      createdAt: 1,
    }),
  )
  const { browser, response } = await signIn(shared, OLD)
  response.expect(200)
  return browser
}

async function signIn(shared: SharedService, password: string) {
  const browser = new Browser(shared.running)
  return { browser, response: await browser.post('/session', { email: EMAIL, password }) }
}

function change(browser: Browser, current: string, wanted: string) {
  return browser.post('/password', { current_password: current, new_password: wanted })
}

/** As another process does it. */
async function setHash(shared: SharedService, hash: string): Promise<void> {
  const { store } = shared.running.service
  const user = await store.users.findByEmail(EMAIL)
  assert.ok(user !== undefined)
  await store.write((tx) => store.users.setPassword(tx, user.accountId, user.id, hash))
}

async function removeOwner(shared: SharedService): Promise<void> {
  const { store } = shared.running.service
  const user = await store.users.findByEmail(EMAIL)
  if (user !== undefined) await store.write((tx) => store.users.delete(tx, user.accountId, user.id))
}
