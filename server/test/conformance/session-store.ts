import assert from 'node:assert/strict'
import type { User } from '#domain/index.ts'
import type { Session } from '#ports/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from './conformance-suite.ts'
import { sampleUser } from './samples.ts'

export function testSessionStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'finds a session until it expires, to the millisecond'(subject) {
      const { store } = subject
      const session = await open(subject, await newUser(subject), 100)
      assert.deepEqual(await store.sessions.find(session.digest, 99), session)
      assert.equal(await store.sessions.find(session.digest, 100), undefined)
      assert.equal(await store.sessions.find('unknown', 0), undefined)
    },

    async 'ends one session'(subject) {
      const { store } = subject
      const user = await newUser(subject)
      const [a, b] = [await open(subject, user), await open(subject, user)]
      await store.write((tx) => store.sessions.delete(tx, a.digest))
      await store.write((tx) => store.sessions.delete(tx, a.digest))
      assert.equal(await store.sessions.find(a.digest, 0), undefined)
      assert.deepEqual(await store.sessions.find(b.digest, 0), b)
    },

    async 'ends all sessions of a user and nobody else’s'(subject) {
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

    async 'ends all but the one that is to be kept'(subject) {
      const { store } = subject
      const user = await newUser(subject)
      const [kept, ended] = [await open(subject, user), await open(subject, user)]
      await store.write((tx) => store.sessions.deleteOfUser(tx, user.accountId, user.id, kept.digest))
      assert.deepEqual(await store.sessions.find(kept.digest, 0), kept)
      assert.equal(await store.sessions.find(ended.digest, 0), undefined)
    },

    async 'prunes what has expired and tells how many'(subject) {
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
  const make = ({ store }: Subject, digest: string) =>
    store.write((tx) => store.setupLinks.insert(tx, digest, 1))
  const use = ({ store }: Subject, digest: string) => store.write((tx) => store.setupLinks.use(tx, digest))

  testPromises(options, {
    async 'can be used once'(subject) {
      await make(subject, 'a')
      assert.equal(await use(subject, 'a'), true)
      assert.equal(await use(subject, 'a'), false)
    },

    async 'cannot be used when it was never made'(subject) {
      await make(subject, 'made')
      assert.equal(await use(subject, 'never made'), false)
      assert.equal(await use(subject, 'made'), true)
    },

    async 'is used up with any other'(subject) {
      await make(subject, 'b')
      await make(subject, 'c')
      assert.equal(await use(subject, 'b'), true)
      assert.equal(await use(subject, 'c'), false)
    },

    async 'stays usable when the transaction that used it fails'(subject) {
      const { store } = subject
      await make(subject, 'd')
      const failing = store.write(async (tx) => {
        assert.equal(await store.setupLinks.use(tx, 'd'), true)
        throw new Error('no owner was made')
      })
      await assert.rejects(failing, { message: 'no owner was made' })
      assert.equal(await use(subject, 'd'), true)
    },

    async 'is used by one of many who try at the same time'(subject) {
      await make(subject, 'e')
      const uses = await Promise.all(Array.from({ length: 10 }, () => use(subject, 'e')))
      assert.equal(uses.filter(Boolean).length, 1)
    },

    async 'is used by one of two who try with different links at the same time'(subject) {
      await make(subject, 'f')
      await make(subject, 'g')
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
  const session = { digest: ids.secret(16), accountId, userId, createdAt: 1, expiresAt }
  await store.write((tx) => store.sessions.insert(tx, session))
  return session
}
