import assert from 'node:assert/strict'
import type { AccountId, User } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleUser } from '../samples.ts'

export function testUserStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'The store reports whether any user exists, also within a transaction'(subject) {
      const { store } = subject
      assert.equal(await store.users.any(), false)
      const user = sampleUser(subject.ids, await subject.newAccount())
      const inside = await store.write(async (tx) => {
        await store.users.insert(tx, user)
        return [await store.users.any(tx), await store.users.any()]
      })
      assert.deepEqual(inside, [true, false])
      assert.equal(await store.users.any(), true)
    },

    async 'A user is found by id and by e-mail address'(subject) {
      const { store } = subject
      const user = sampleUser(subject.ids, await subject.newAccount(), { role: 'owner' })
      assert.equal(await insert(subject, user), true)
      assert.deepEqual(await store.users.find(user.accountId, user.id), user)
      assert.deepEqual(await store.users.findByEmail(user.email), user)
      assert.equal(await store.users.findByEmail('unknown@example.com'), undefined)
    },

    async 'An e-mail address is unique, ignoring case in any alphabet'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const spellings = [
        ['Ada@Example.com', 'aDA@eXAMPLE.COM'],
        ['JÖRG@straße.example', 'jörg@STRASSE.example'],
        ['ΣΟΦΟΣ@example.com', 'σοφοσ@example.com'],
        ['jose\u0301@example.com', 'JOS\u00c9@example.com'],
      ] as const
      for (const [email, otherwise] of spellings) {
        const user = sampleUser(subject.ids, account, { email })
        assert.equal(await insert(subject, user), true, email)
        const twin = sampleUser(subject.ids, await subject.newAccount(), { email: otherwise })
        assert.equal(await insert(subject, twin), false, otherwise)
        assert.equal((await store.users.findByEmail(otherwise))?.email, email)
        assert.equal(await store.users.find(twin.accountId, twin.id), undefined)
      }
    },

    async 'When many users want the same address concurrently, exactly one gets it'(subject) {
      const account = await subject.newAccount()
      const email = `${subject.ids.secret(8)}@example.com`
      const rivals = Array.from({ length: 10 }, () =>
        insert(subject, sampleUser(subject.ids, account, { email })),
      )
      assert.equal((await Promise.all(rivals)).filter(Boolean).length, 1)
    },

    async 'A password can be changed'(subject) {
      const { store } = subject
      const user = sampleUser(subject.ids, await subject.newAccount())
      await insert(subject, user)
      const changed = await store.write((tx) => store.users.setPassword(tx, user.accountId, user.id, 'new'))
      assert.equal(changed, true)
      assert.deepEqual(await store.users.find(user.accountId, user.id), { ...user, passwordHash: 'new' })
    },

    async 'A user is locked only while the password is the expected one'(subject) {
      const { store } = subject
      const user = sampleUser(subject.ids, await subject.newAccount())
      const { accountId, id, passwordHash } = user
      const lock = (account: AccountId, hash: string) =>
        store.write((tx) => store.users.lockWithPassword(tx, account, id, hash))
      assert.equal(await lock(accountId, passwordHash), false)
      await insert(subject, user)
      assert.equal(await lock(accountId, passwordHash), true)
      assert.equal(await lock(accountId, 'another'), false)
      assert.equal(await lock(await subject.newAccount(), passwordHash), false)
      await store.write((tx) => store.users.setPassword(tx, accountId, id, 'new'))
      assert.equal(await lock(accountId, passwordHash), false)
      assert.equal(await lock(accountId, 'new'), true)
    },

    async 'Of many concurrent transactions that expect the same password in order to change it, one finds it'(
      subject,
    ) {
      const { store } = subject
      const user = sampleUser(subject.ids, await subject.newAccount())
      const { accountId, id, passwordHash } = user
      await insert(subject, user)
      const changed = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          store.write(
            async (tx) =>
              (await store.users.lockWithPassword(tx, accountId, id, passwordHash)) &&
              store.users.setPassword(tx, accountId, id, `new ${index}`),
          ),
        ),
      )
      assert.equal(changed.filter(Boolean).length, 1)
    },

    async 'A role can be changed'(subject) {
      const { store } = subject
      const user = sampleUser(subject.ids, await subject.newAccount(), { role: 'viewer' })
      await insert(subject, user)
      const changed = await store.write((tx) => store.users.setRole(tx, user.accountId, user.id, 'owner'))
      assert.equal(changed, true)
      assert.deepEqual(await store.users.find(user.accountId, user.id), { ...user, role: 'owner' })
    },

    async 'Another role and a removal increment the access version of the account'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const other = await subject.newAccount()
      const user = sampleUser(subject.ids, account)
      await insert(subject, user)
      const version = async (of: AccountId) => (await store.accounts.find(of))?.accessVersion
      await store.write((tx) => store.users.setRole(tx, account, user.id, 'viewer'))
      assert.equal(await version(account), 2)
      await store.write((tx) => store.users.setRole(tx, other, user.id, 'owner'))
      await store.write((tx) => store.users.delete(tx, other, user.id))
      assert.equal(await version(other), 1)
      await store.write((tx) => store.users.delete(tx, account, user.id))
      assert.equal(await version(account), 3)
    },

    async 'The users of an account are listed, oldest first, also within a transaction'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      assert.deepEqual(await store.users.list(account), [])
      const first = sampleUser(subject.ids, account)
      const second = sampleUser(subject.ids, account)
      await insert(subject, sampleUser(subject.ids, await subject.newAccount()))
      await insert(subject, first)
      const inside = await store.write(async (tx) => {
        await store.users.insert(tx, second)
        return store.users.list(account, tx)
      })
      assert.deepEqual(inside, [first, second])
      assert.deepEqual(await store.users.list(account), [first, second])
    },

    async 'A removed user is gone with their sessions, and the address is free again'(subject) {
      const { store } = subject
      const user = sampleUser(subject.ids, await subject.newAccount())
      await insert(subject, user)
      const digest = subject.ids.secret(16)
      await store.write((tx) =>
        store.sessions.insert(tx, {
          digest,
          accountId: user.accountId,
          userId: user.id,
          createdAt: 1,
          expiresAt: 100,
          lastSeen: { at: 1, address: '', userAgent: '' },
        }),
      )
      const remove = () => store.write((tx) => store.users.delete(tx, user.accountId, user.id))
      assert.equal(await remove(), true)
      assert.equal(await remove(), false)
      assert.equal(await store.users.find(user.accountId, user.id), undefined)
      assert.equal(await store.sessions.find(digest, 1), undefined)
      assert.equal(
        await insert(subject, sampleUser(subject.ids, user.accountId, { email: user.email })),
        true,
      )
    },

    async 'Of two concurrent transactions that lock the users, the second sees what the first did'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const owners = [0, 1].map(() => sampleUser(subject.ids, account, { role: 'owner' }))
      for (const owner of owners) await insert(subject, owner)
      const demote = (id: string) =>
        store.write(async (tx) => {
          const users = await store.users.list(account, tx)
          if (!users.some((user) => user.role === 'owner' && user.id !== id)) return false
          return store.users.setRole(tx, account, id, 'viewer')
        })
      const demoted = await Promise.all(owners.map(({ id }) => demote(id)))
      assert.equal(demoted.filter(Boolean).length, 1)
    },

    async 'The users of another account are neither visible nor changeable'(subject) {
      const { store } = subject
      const user = sampleUser(subject.ids, await subject.newAccount())
      const other = await subject.newAccount()
      await insert(subject, user)
      assert.equal(await store.users.find(other, user.id), undefined)
      assert.equal(await store.write((tx) => store.users.setPassword(tx, other, user.id, 'new')), false)
      assert.equal(await store.write((tx) => store.users.setRole(tx, other, user.id, 'owner')), false)
      assert.equal(await store.write((tx) => store.users.delete(tx, other, user.id)), false)
      assert.deepEqual(await store.users.list(other), [])
      assert.deepEqual(await store.users.findByEmail(user.email), user)
    },
  })
}

function insert({ store }: Subject, user: User): Promise<boolean> {
  return store.write((tx) => store.users.insert(tx, user))
}
