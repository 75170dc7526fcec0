import assert from 'node:assert/strict'
import { type ConformanceOptions, type Subject, testPromises } from './conformance-suite.ts'
import type { ApiKey } from '#domain/index.ts'
import { sampleKey } from './samples.ts'

export function testKeyStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'finds a key with its account by the digest, and by nothing else'(subject) {
      const { store, newAccount } = subject
      const { key, digest } = await insert(subject, { accountId: await newAccount() })
      const account = await store.accounts.find(key.accountId)
      assert.deepEqual(await store.keys.findByDigest(digest), { key, account })
      assert.equal(await store.keys.findByDigest(digest.toUpperCase()), undefined)
      assert.equal(await store.keys.findByDigest(''), undefined)
      assert.equal(await store.keys.findByDigest(key.id), undefined)
    },

    async 'takes no digest twice'(subject) {
      const { key, digest } = await insert(subject, { accountId: await subject.newAccount() })
      const twin = sampleKey(subject.ids, key.accountId)
      await assert.rejects(subject.store.write((tx) => subject.store.keys.insert(tx, twin, digest)))
    },

    async 'lists the newest first, revoked ones included, of the account alone'(subject) {
      const { store, newAccount } = subject
      const [accountId, other] = [await newAccount(), await newAccount()]
      const first = await insert(subject, { accountId, scopes: [], expiresAt: null })
      const second = await insert(subject, { accountId, revokedAt: 5, lastUsedAt: 4 })
      await insert(subject, { accountId: other })
      assert.deepEqual(await store.keys.list(accountId), [second.key, first.key])
    },

    async 'revokes a key and raises the access version of its account'(subject) {
      const { store, newAccount } = subject
      const { key, digest } = await insert(subject, { accountId: await newAccount() })
      const revoked = { ...key, revokedAt: 77 }
      assert.deepEqual(await revoke(subject, key, 77), revoked)
      const found = await store.keys.findByDigest(digest)
      assert.deepEqual(found?.key, revoked)
      assert.equal(found.account.accessVersion, 2)
    },

    async 'changes nothing by a second revocation'(subject) {
      const { key, digest } = await insert(subject, { accountId: await subject.newAccount() })
      await revoke(subject, key, 77)
      assert.equal((await revoke(subject, key, 99))?.revokedAt, 77)
      assert.equal((await subject.store.keys.findByDigest(digest))?.account.accessVersion, 2)
    },

    async 'revokes once when many do it at the same time'(subject) {
      const { key, digest } = await insert(subject, { accountId: await subject.newAccount() })
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => revoke(subject, key, n + 1)))
      assert.equal(new Set(answers.map((answer) => answer?.revokedAt)).size, 1)
      assert.equal((await subject.store.keys.findByDigest(digest))?.account.accessVersion, 2)
    },

    async 'revokes no key of another account'(subject) {
      const { store, newAccount } = subject
      const { key, digest } = await insert(subject, { accountId: await newAccount() })
      const other = await newAccount()
      assert.equal(await store.write((tx) => store.keys.revoke(tx, other, key.id, 1)), undefined)
      assert.equal((await store.keys.findByDigest(digest))?.key.revokedAt, null)
      assert.equal((await store.accounts.find(other))?.accessVersion, 1)
    },

    async 'keeps the newest use, whatever the order in which uses are noted'(subject) {
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
