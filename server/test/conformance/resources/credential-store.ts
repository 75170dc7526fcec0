import assert from 'node:assert/strict'
import type { Credential, SealedCredential } from '#domain/index.ts'
import type { CredentialFilter, CredentialResult, CredentialUpdate } from '#ports/index.ts'
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

    async 'Credentials are found by part of the name, type and status'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const mail = await insert(subject, { accountId, name: 'Büro 100%', type: 'smtp' })
      const key = await insert(subject, { accountId, name: 'Billing', type: 'api_key', status: 'working' })
      const find = async (filter: CredentialFilter) => {
        const { items, total } = await store.credentials.list(accountId, { page: 1, limit: 9 }, filter)
        assert.equal(total, items.length)
        return items.map(({ id }) => id)
      }
      assert.deepEqual(await find({ search: 'BÜRO' }), [mail.id])
      assert.deepEqual(await find({ search: '0%' }), [mail.id])
      assert.deepEqual(await find({ search: '_' }), [])
      assert.deepEqual(await find({ type: 'api_key' }), [key.id])
      assert.deepEqual(await find({ status: 'untested' }), [mail.id])
      assert.deepEqual(await find({ search: 'b' }), [key.id, mail.id])
    },

    async 'An update changes only the given members, and a new value resets the status'(subject) {
      const { store } = subject
      const { accountId, id, ...rest } = await insert(subject, {
        accountId: await subject.newAccount(),
        status: 'failing',
        lastError: { message: 'No.', at: 5 },
      })
      const update = (changes: CredentialUpdate) =>
        store.write((tx) => store.credentials.update(tx, accountId, id, changes))
      await update({ name: 'Neu' })
      assert.deepEqual(await store.credentials.find(accountId, id), { accountId, id, ...rest, name: 'Neu' })
      await update({ allowedHosts: null })
      const updated = await update({ value: { sealed: 'other', at: 77 } })
      const expected = {
        accountId,
        id,
        ...rest,
        name: 'Neu',
        allowedHosts: null,
        status: 'untested' as const,
        lastError: null,
        valueChangedAt: 77,
        sealedValue: 'other',
      }
      assert.deepEqual(updated, withoutSecret(expected))
      assert.deepEqual(await store.credentials.find(accountId, id), expected)
      const { items } = await store.credentials.list(accountId, { page: 1, limit: 9 }, { search: 'neu' })
      assert.equal(items.length, 1)
      assert.deepEqual(await update({}), withoutSecret(expected))
    },

    async 'The result of a use is stored only for the value that was used'(subject) {
      const { store } = subject
      const { accountId, id, valueChangedAt } = await insert(subject, {
        accountId: await subject.newAccount(),
      })
      const record = (result: CredentialResult) =>
        store.write((tx) => store.credentials.recordResult(tx, accountId, id, result))
      const read = async () => {
        const found = await store.credentials.find(accountId, id)
        return [found?.status, found?.lastError]
      }
      await record({ valueChangedAt, error: 'No.', at: 5 })
      assert.deepEqual(await read(), ['failing', { message: 'No.', at: 5 }])
      await record({ valueChangedAt, error: null, at: 6 })
      assert.deepEqual(await read(), ['working', null])
      await record({ valueChangedAt: valueChangedAt - 1, error: 'Late.', at: 7 })
      assert.deepEqual(await read(), ['working', null])
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
      await store.write(async (tx) => {
        await store.credentials.recordUse(tx, other, credential.id, 42)
        const { valueChangedAt } = credential
        await store.credentials.recordResult(tx, other, credential.id, { valueChangedAt, error: 'x', at: 1 })
        assert.equal(await store.credentials.update(tx, other, credential.id, { name: 'x' }), undefined)
      })
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
