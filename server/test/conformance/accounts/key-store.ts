import assert from 'node:assert/strict'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import type { ApiKey } from '#domain/index.ts'
import { sampleKey } from '../samples.ts'

export function testKeyStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A key is found with its account by its digest, and by nothing else'(subject) {
      const { store, newAccount } = subject
      const { key, digest } = await insert(subject, { accountId: await newAccount() })
      const account = await store.accounts.find(key.accountId)
      assert.deepEqual(await store.keys.findByDigest(digest), { key, account })
      assert.equal(await store.keys.findByDigest(digest.toUpperCase()), undefined)
      assert.equal(await store.keys.findByDigest(''), undefined)
      assert.equal(await store.keys.findByDigest(key.id), undefined)
    },

    async 'A digest is stored once'(subject) {
      const { key, digest } = await insert(subject, { accountId: await subject.newAccount() })
      const twin = sampleKey(subject.ids, key.accountId)
      await assert.rejects(subject.store.write((tx) => subject.store.keys.insert(tx, twin, digest)))
    },

    async 'Keys are listed newest first, including revoked ones, for their account only'(subject) {
      const { store, newAccount } = subject
      const [accountId, other] = [await newAccount(), await newAccount()]
      const first = await insert(subject, { accountId, scopes: [], expiresAt: null })
      const second = await insert(subject, { accountId, revokedAt: 5, lastUsedAt: 4 })
      await insert(subject, { accountId: other })
      assert.deepEqual(await store.keys.list(accountId), [second.key, first.key])
    },

    async 'Revoking a key increments the access version of its account'(subject) {
      const { store, newAccount } = subject
      const { key, digest } = await insert(subject, { accountId: await newAccount() })
      const revoked = { ...key, revokedAt: 77 }
      assert.deepEqual(await revoke(subject, key, 77), revoked)
      const found = await store.keys.findByDigest(digest)
      assert.deepEqual(found?.key, revoked)
      assert.equal(found.account.accessVersion, 2)
    },

    async 'A second revocation changes nothing'(subject) {
      const { key, digest } = await insert(subject, { accountId: await subject.newAccount() })
      await revoke(subject, key, 77)
      assert.equal((await revoke(subject, key, 99))?.revokedAt, 77)
      assert.equal((await subject.store.keys.findByDigest(digest))?.account.accessVersion, 2)
    },

    async 'Concurrent revocations revoke the key once'(subject) {
      const { key, digest } = await insert(subject, { accountId: await subject.newAccount() })
      const results = await Promise.all(Array.from({ length: 10 }, (_, n) => revoke(subject, key, n + 1)))
      assert.equal(new Set(results.map((result) => result?.revokedAt)).size, 1)
      assert.equal((await subject.store.keys.findByDigest(digest))?.account.accessVersion, 2)
    },

    async 'A key of another account is not revoked'(subject) {
      const { store, newAccount } = subject
      const { key, digest } = await insert(subject, { accountId: await newAccount() })
      const other = await newAccount()
      assert.equal(await store.write((tx) => store.keys.revoke(tx, other, key.id, 1)), undefined)
      assert.equal((await store.keys.findByDigest(digest))?.key.revokedAt, null)
      assert.equal((await store.accounts.find(other))?.accessVersion, 1)
    },

    async 'The latest use of a key is kept, whatever the order in which uses are recorded'(subject) {
      const { store, newAccount, ids } = subject
      const { key: a } = await insert(subject, { accountId: await newAccount() })
      const { key: b } = await insert(subject, { accountId: a.accountId })
      await store.keys.recordUses(
        new Map([
          [a.id, 50],
          [b.id, 10],
          [ids.next(0), 99],
        ]),
      )
      await store.keys.recordUses(
        new Map([
          [a.id, 40],
          [b.id, 20],
        ]),
      )
      await store.keys.recordUses(new Map())
      const uses = (await store.keys.list(a.accountId)).map(({ id, lastUsedAt }) => [id, lastUsedAt])
      assert.deepEqual(Object.fromEntries(uses), { [a.id]: 50, [b.id]: 20 })
    },
  })
}

async function insert(
  { store, ids }: Subject,
  changes: Partial<ApiKey> & Pick<ApiKey, 'accountId'>,
): Promise<{ key: ApiKey; digest: string }> {
  const key = sampleKey(ids, changes.accountId, changes)
  const digest = `digest-of-${key.id}`
  await store.write((tx) => store.keys.insert(tx, key, digest))
  return { key, digest }
}

function revoke({ store }: Subject, key: ApiKey, at: number): Promise<ApiKey | undefined> {
  return store.write((tx) => store.keys.revoke(tx, key.accountId, key.id, at))
}
