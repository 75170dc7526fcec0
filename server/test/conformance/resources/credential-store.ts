import assert from 'node:assert/strict'
import type { Credential, SealedCredential } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleCredential } from '../samples.ts'

export function testCredentialStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A credential is found with its sealed value, also within a transaction'(subject) {
      const { store, ids } = subject
      const credential = sampleCredential(ids, await subject.newAccount())
      const inside = await store.write(async (tx) => {
        await store.credentials.insert(tx, credential)
        return store.credentials.find(credential.accountId, credential.id, tx)
      })
      assert.deepEqual(inside, credential)
      assert.deepEqual(await store.credentials.find(credential.accountId, credential.id), credential)
    },

    async 'A credential for all hosts is distinct from a credential for no host'(subject) {
      const accountId = await subject.newAccount()
      for (const allowedHosts of [null, [], ['a.example', 'b.example']]) {
        const { id } = await insert(subject, { accountId, allowedHosts })
        assert.deepEqual((await subject.store.credentials.find(accountId, id))?.allowedHosts, allowedHosts)
      }
    },

    async 'Credentials are listed newest first, page by page, with the total and without their sealed values'(
      subject,
    ) {
      const accountId = await subject.newAccount()
      const created: Credential[] = []
      for (let n = 0; n < 3; n += 1) created.push(withoutSecret(await insert(subject, { accountId })))
      const [a, b, c] = created
      const { credentials } = subject.store
      assert.deepEqual(await credentials.list(accountId, { page: 1, limit: 2 }), { items: [c, b], total: 3 })
      assert.deepEqual(await credentials.list(accountId, { page: 2, limit: 2 }), { items: [a], total: 3 })
    },

    async 'A credential is deleted once'(subject) {
      const { store } = subject
      const { accountId, id } = await insert(subject, { accountId: await subject.newAccount() })
      assert.equal(await store.write((tx) => store.credentials.delete(tx, accountId, id)), true)
      assert.equal(await store.write((tx) => store.credentials.delete(tx, accountId, id)), false)
      assert.equal(await store.credentials.find(accountId, id), undefined)
    },

    async 'The last use of a credential is recorded'(subject) {
      const { store } = subject
      const { accountId, id } = await insert(subject, { accountId: await subject.newAccount() })
      await store.write((tx) => store.credentials.recordUse(tx, accountId, id, 42))
      assert.equal((await store.credentials.find(accountId, id))?.lastUsedAt, 42)
    },

    async 'The credentials of another account are neither visible nor changeable'(subject) {
      const { store } = subject
      const credential = await insert(subject, { accountId: await subject.newAccount() })
      const other = await subject.newAccount()
      assert.equal(await store.credentials.find(other, credential.id), undefined)
      assert.deepEqual(await store.credentials.list(other, { page: 1, limit: 9 }), { items: [], total: 0 })
      assert.equal(await store.write((tx) => store.credentials.delete(tx, other, credential.id)), false)
      await store.write((tx) => store.credentials.recordUse(tx, other, credential.id, 42))
      assert.deepEqual(await store.credentials.find(credential.accountId, credential.id), credential)
    },
  })
}

async function insert(
  { store, ids }: Subject,
  changes: Partial<SealedCredential> & Pick<SealedCredential, 'accountId'>,
): Promise<SealedCredential> {
  const credential = sampleCredential(ids, changes.accountId, changes)
  await store.write((tx) => store.credentials.insert(tx, credential))
  return credential
}

function withoutSecret({ sealedValue: _, ...credential }: SealedCredential): Credential {
  return credential
}
