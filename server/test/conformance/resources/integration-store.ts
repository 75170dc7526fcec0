import assert from 'node:assert/strict'
import type { Integration } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { sampleCredential, sampleIntegration } from '../samples.ts'

export function testIntegrationStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'An integration is found as it was stored'(subject) {
      const integration = await insert(subject, { accountId: await subject.newAccount() })
      const found = await subject.store.integrations.find(integration.accountId, integration.id)
      assert.deepEqual(found, integration)
    },

    async 'Integrations are listed newest first, page by page, with the total'(subject) {
      const accountId = await subject.newAccount()
      const [a, b, c] = [
        await insert(subject, { accountId }),
        await insert(subject, { accountId }),
        await insert(subject, { accountId }),
      ]
      const { integrations } = subject.store
      assert.deepEqual(await integrations.list(accountId, { page: 1, limit: 2 }), { items: [c, b], total: 3 })
      assert.deepEqual(await integrations.list(accountId, { page: 2, limit: 2 }), { items: [a], total: 3 })
    },

    async 'The result of a connection test is stored'(subject) {
      const { store } = subject
      const created = await insert(subject, { accountId: await subject.newAccount() })
      const { accountId, id } = created
      await store.write((tx) =>
        store.integrations.recordTest(tx, accountId, id, { status: 'error', at: 42, error: 'No answer.' }),
      )
      const tested = { ...created, status: 'error', lastTestedAt: 42, lastError: 'No answer.' }
      assert.deepEqual(await store.integrations.find(accountId, id), tested)
    },

    async 'An update stores the name, the credential and the status'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const created = await insert(subject, { accountId, status: 'error', lastError: 'No.' })
      const credentialId = await insertCredential(subject, accountId)
      const changed = { ...created, name: 'New', credentialId, status: 'untested', lastError: null } as const
      await store.write((tx) => store.integrations.update(tx, changed))
      assert.deepEqual(await store.integrations.find(accountId, created.id), changed)
      assert.deepEqual(await store.integrations.listByCredential(accountId, credentialId), [changed])
      const other = await subject.newAccount()
      assert.deepEqual(await store.integrations.listByCredential(other, credentialId), [])
      await store.write((tx) => store.integrations.update(tx, { ...changed, accountId: other, name: 'x' }))
      assert.deepEqual(await store.integrations.find(accountId, created.id), changed)
    },

    async 'A new value of a credential makes its integrations untested'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const credentialId = await insertCredential(subject, accountId)
      const tested = { accountId, status: 'error', lastError: 'No.' } as const
      const user = await insert(subject, { ...tested, credentialId })
      const other = await insert(subject, tested)
      await store.write((tx) => store.integrations.resetTests(tx, accountId, credentialId))
      const { items } = await store.integrations.list(accountId, { page: 1, limit: 9 })
      assert.deepEqual(items, [other, { ...user, status: 'untested', lastError: null }])
    },

    async 'An integration is deleted once'(subject) {
      const { store } = subject
      const { accountId, id } = await insert(subject, { accountId: await subject.newAccount() })
      assert.equal(await store.write((tx) => store.integrations.delete(tx, accountId, id)), true)
      assert.equal(await store.write((tx) => store.integrations.delete(tx, accountId, id)), false)
      assert.equal(await store.integrations.find(accountId, id), undefined)
    },

    async 'Exactly the integrations that were connected with a credential are disconnected'(subject) {
      const { store } = subject
      const accountId = await subject.newAccount()
      const [gone, stored] = [
        await insertCredential(subject, accountId),
        await insertCredential(subject, accountId),
      ]
      await insert(subject, { accountId, credentialId: gone })
      await insert(subject, { accountId, credentialId: gone })
      const other = await insert(subject, { accountId, credentialId: stored })
      const without = await insert(subject, { accountId })
      await store.write(async (tx) => {
        await store.integrations.deleteByCredential(tx, accountId, { id: gone, error: 'Deleted.' })
        await store.credentials.delete(tx, accountId, gone)
      })
      const { items } = await store.integrations.list(accountId, { page: 1, limit: 9 })
      assert.deepEqual(items, [without, other])
    },

    async 'The integrations of another account are neither visible nor changeable'(subject) {
      const { store } = subject
      const mine = await subject.newAccount()
      const credentialId = await insertCredential(subject, mine)
      const integration = await insert(subject, { accountId: mine, credentialId })
      const other = await subject.newAccount()
      assert.equal(await store.integrations.find(other, integration.id), undefined)
      assert.deepEqual(await store.integrations.list(other, { page: 1, limit: 9 }), { items: [], total: 0 })
      await store.write(async (tx) => {
        assert.equal(await store.integrations.delete(tx, other, integration.id), false)
        await store.integrations.deleteByCredential(tx, other, { id: credentialId, error: 'Deleted.' })
        await store.integrations.recordTest(tx, other, integration.id, {
          status: 'error',
          at: 42,
          error: 'No answer.',
        })
      })
      assert.deepEqual(await store.integrations.find(mine, integration.id), integration)
    },
  })
}

async function insert(
  { store, ids }: Subject,
  changes: Partial<Integration> & Pick<Integration, 'accountId'>,
): Promise<Integration> {
  const integration = sampleIntegration(ids, changes.accountId, changes)
  await store.write((tx) => store.integrations.insert(tx, integration))
  return integration
}

async function insertCredential(
  { store, ids }: Subject,
  accountId: Integration['accountId'],
): Promise<string> {
  const credential = sampleCredential(ids, accountId)
  await store.write((tx) => store.credentials.insert(tx, credential))
  return credential.id
}
