import assert from 'node:assert/strict'
import type { User } from '#domain/index.ts'
import type { Session } from '#ports/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleUser } from '../samples.ts'

export function testSessionStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A session is found until it expires, to the millisecond'(subject) {
      const { store } = subject
      const session = await open(subject, await newUser(subject), 100)
      assert.deepEqual(await store.sessions.find(session.digest, 99), session)
      assert.equal(await store.sessions.find(session.digest, 100), undefined)
      assert.equal(await store.sessions.find('unknown', 0), undefined)
    },

    async 'A single session can be ended'(subject) {
      const { store } = subject
      const user = await newUser(subject)
      const [a, b] = [await open(subject, user), await open(subject, user)]
      const other = await subject.newAccount()
      await store.write((tx) => store.sessions.delete(tx, other, a.digest))
      assert.deepEqual(await store.sessions.find(a.digest, 0), a, 'another account cannot end it')
      await store.write((tx) => store.sessions.delete(tx, user.accountId, a.digest))
      await store.write((tx) => store.sessions.delete(tx, user.accountId, a.digest))
      assert.equal(await store.sessions.find(a.digest, 0), undefined)
      assert.deepEqual(await store.sessions.find(b.digest, 0), b)
    },

    async 'All sessions of a user can be ended, without affecting other users'(subject) {
      const { store } = subject
      const [user, neighbour] = [await newUser(subject), await newUser(subject)]
      const sessions = [await open(subject, user), await open(subject, user)]
      const other = await open(subject, neighbour)
      await store.write((tx) => store.sessions.deleteOfUser(tx, neighbour.accountId, user.id))
      assert.ok(await store.sessions.find(sessions[0]?.digest ?? '', 0), 'another account cannot end them')
      await store.write((tx) => store.sessions.deleteOfUser(tx, user.accountId, user.id))
      for (const { digest } of sessions) assert.equal(await store.sessions.find(digest, 0), undefined)
      assert.deepEqual(await store.sessions.find(other.digest, 0), other)
    },

    async 'All sessions but one can be ended'(subject) {
      const { store } = subject
      const user = await newUser(subject)
      const [stored, ended] = [await open(subject, user), await open(subject, user)]
      await store.write((tx) => store.sessions.deleteOfUser(tx, user.accountId, user.id, stored.digest))
      assert.deepEqual(await store.sessions.find(stored.digest, 0), stored)
      assert.equal(await store.sessions.find(ended.digest, 0), undefined)
    },

    async 'Ending sessions increments the access version of the account, if there were any'(subject) {
      const { store } = subject
      const user = await newUser(subject)
      const { accountId } = user
      const version = async () => (await store.accounts.find(accountId))?.accessVersion
      const session = await open(subject, user)
      const end = () => store.write((tx) => store.sessions.delete(tx, accountId, session.digest))
      const endAll = () => store.write((tx) => store.sessions.deleteOfUser(tx, accountId, user.id))
      assert.equal(await version(), 1)
      await end()
      assert.equal(await version(), 2)
      await end()
      await endAll()
      assert.equal(await version(), 2)
      await open(subject, user)
      await endAll()
      assert.equal(await version(), 3)
    },

    async 'The sessions of a user are listed, the latest used first, without those that have expired'(
      subject,
    ) {
      const { store } = subject
      const [user, neighbour] = [await newUser(subject), await newUser(subject)]
      await open(subject, user, 50)
      const [first, second] = [await open(subject, user), await open(subject, user)]
      await open(subject, neighbour)
      const lastSeen = { at: 70, address: '192.0.2.7', userAgent: 'Other browser' }
      await store.sessions.recordUse(first.digest, lastSeen)
      assert.deepEqual(await store.sessions.listOfUser(user.accountId, user.id, 60), [
        { ...first, lastSeen },
        second,
      ])
      assert.deepEqual(await store.sessions.listOfUser(neighbour.accountId, user.id, 60), [])
    },

    async 'An earlier use does not replace a later one, and a use does not bring an ended session back'(
      subject,
    ) {
      const { store } = subject
      const session = await open(subject, await newUser(subject))
      const later = { at: 9, address: 'b', userAgent: 'b' }
      await store.sessions.recordUse(session.digest, later)
      await store.sessions.recordUse(session.digest, { at: 8, address: 'a', userAgent: 'a' })
      assert.deepEqual((await store.sessions.find(session.digest, 0))?.lastSeen, later)
      await store.write((tx) => store.sessions.delete(tx, session.accountId, session.digest))
      await store.sessions.recordUse(session.digest, { ...later, at: 10 })
      assert.equal(await store.sessions.find(session.digest, 0), undefined)
    },

    async 'The store knows when each user was seen last'(subject) {
      const { store } = subject
      const user = await newUser(subject)
      const [, second] = [await open(subject, user), await open(subject, user)]
      await store.sessions.recordUse(second.digest, { at: 33, address: '', userAgent: '' })
      assert.deepEqual(await store.sessions.lastSeenOfUsers(user.accountId, 40), new Map([[user.id, 33]]))
      assert.deepEqual(await store.sessions.lastSeenOfUsers(user.accountId, 1_000), new Map())
    },

    async 'Expired sessions are pruned, and their number is returned'(subject) {
      const { store } = subject
      await store.sessions.prune(Number.MAX_SAFE_INTEGER)
      const user = await newUser(subject)
      await open(subject, user, 10)
      await open(subject, user, 20)
      const alive = await open(subject, user, 21)
      assert.equal(await store.sessions.prune(20), 2)
      assert.equal(await store.sessions.prune(20), 0)
      assert.deepEqual(await store.sessions.find(alive.digest, 0), alive)
    },
  })
}

export function testSetupLinkStore(options: ConformanceOptions): void {
  const createLink = ({ store }: Subject, digest: string) =>
    store.write((tx) => store.setupLinks.insert(tx, digest, 1))
  const use = ({ store }: Subject, digest: string) => store.write((tx) => store.setupLinks.use(tx, digest))

  testPromises(options, {
    async 'A setup link can be used once'(subject) {
      await createLink(subject, 'a')
      assert.equal(await use(subject, 'a'), true)
      assert.equal(await use(subject, 'a'), false)
    },

    async 'A setup link that was never created cannot be used'(subject) {
      await createLink(subject, 'created')
      assert.equal(await use(subject, 'never created'), false)
      assert.equal(await use(subject, 'created'), true)
    },

    async 'Using one setup link invalidates all others'(subject) {
      await createLink(subject, 'b')
      await createLink(subject, 'c')
      assert.equal(await use(subject, 'b'), true)
      assert.equal(await use(subject, 'c'), false)
    },

    async 'A setup link stays usable when the transaction that used it fails'(subject) {
      const { store } = subject
      await createLink(subject, 'd')
      const failing = store.write(async (tx) => {
        assert.equal(await store.setupLinks.use(tx, 'd'), true)
        throw new Error('no owner was created')
      })
      await assert.rejects(failing, { message: 'no owner was created' })
      assert.equal(await use(subject, 'd'), true)
    },

    async 'Of many concurrent uses of a setup link, exactly one succeeds'(subject) {
      await createLink(subject, 'e')
      const uses = await Promise.all(Array.from({ length: 10 }, () => use(subject, 'e')))
      assert.equal(uses.filter(Boolean).length, 1)
    },

    async 'Of two concurrent uses of different setup links, exactly one succeeds'(subject) {
      await createLink(subject, 'f')
      await createLink(subject, 'g')
      const uses = await Promise.all([use(subject, 'f'), use(subject, 'g')])
      assert.equal(uses.filter(Boolean).length, 1)
    },
  })
}

async function newUser({ store, ids, newAccount }: Subject): Promise<User> {
  const user = sampleUser(ids, await newAccount())
  await store.write((tx) => store.users.insert(tx, user))
  return user
}

async function open({ store, ids }: Subject, user: User, expiresAt = 1_000): Promise<Session> {
  const { accountId, id: userId } = user
  const session = {
    digest: ids.secret(16),
    accountId,
    userId,
    createdAt: 1,
    expiresAt,
    lastSeen: { at: 1, address: '192.0.2.1', userAgent: 'Browser' },
  }
  await store.write((tx) => store.sessions.insert(tx, session))
  return session
}
