import assert from 'node:assert/strict'
import type { AccountId, SealedWebhookEndpoint, Webhook } from '#domain/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { sampleEndpoint } from '../samples.ts'

export function testWebhookEndpointStore(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Webhook endpoints are listed as they were stored, without their secrets, newest first and page by page'(
      subject,
    ) {
      const accountId = await subject.newAccount()
      const a = await insert(subject, accountId, { status: 'disabled', events: ['form.submitted'] })
      const b = await insert(subject, accountId)
      const c = await insert(subject, accountId)
      const { webhookEndpoints: endpoints } = subject.store
      assert.deepEqual(await endpoints.list(accountId, { page: 1, limit: 2 }), { items: [c, b], total: 3 })
      assert.deepEqual(await endpoints.list(accountId, { page: 2, limit: 2 }), { items: [a], total: 3 })
    },

    async 'A webhook endpoint is deleted once'(subject) {
      const { store } = subject
      const { accountId, id } = await insert(subject, await subject.newAccount())
      assert.equal(await store.write((tx) => store.webhookEndpoints.delete(tx, accountId, id)), true)
      assert.equal(await store.write((tx) => store.webhookEndpoints.delete(tx, accountId, id)), false)
      assert.deepEqual(await store.webhookEndpoints.list(accountId, { page: 1, limit: 9 }), {
        items: [],
        total: 0,
      })
    },

    async 'A webhook endpoint is found with its secrets and can be changed'(subject) {
      const { store, ids } = subject
      const stored = sampleEndpoint(ids, await subject.newAccount())
      await store.write((tx) => store.webhookEndpoints.insert(tx, stored))
      assert.deepEqual(await store.webhookEndpoints.find(stored.accountId, stored.id), stored)
      const changed: SealedWebhookEndpoint = {
        ...stored,
        url: 'https://example.com/other',
        events: ['form.submitted'],
        status: 'disabled',
        sealedSecret: 'new',
        earlierSecret: { sealed: 'sealed', until: 9 },
      }
      await store.write((tx) => store.webhookEndpoints.update(tx, changed))
      assert.deepEqual(await store.webhookEndpoints.find(stored.accountId, stored.id), changed)
      const other = await subject.newAccount()
      await store.write(async (tx) => {
        assert.deepEqual(await store.webhookEndpoints.find(stored.accountId, stored.id, tx), changed)
        assert.equal(await store.webhookEndpoints.find(other, stored.id, tx), undefined)
        await store.webhookEndpoints.update(tx, { ...stored, accountId: other })
      })
      assert.deepEqual(await store.webhookEndpoints.find(stored.accountId, stored.id), changed)
    },

    async 'The webhook endpoints of another account are neither visible nor deletable'(subject) {
      const { store } = subject
      const endpoint = await insert(subject, await subject.newAccount())
      const other = await subject.newAccount()
      assert.deepEqual(await store.webhookEndpoints.list(other, { page: 1, limit: 9 }), {
        items: [],
        total: 0,
      })
      assert.equal(await store.write((tx) => store.webhookEndpoints.delete(tx, other, endpoint.id)), false)
      const { items } = await store.webhookEndpoints.list(endpoint.accountId, { page: 1, limit: 9 })
      assert.deepEqual(items, [endpoint])
    },
  })
}

async function insert(
  { store, ids }: EngineSubject,
  accountId: AccountId,
  changes: Partial<SealedWebhookEndpoint> = {},
): Promise<Webhook> {
  const stored = sampleEndpoint(ids, accountId, changes)
  await store.write((tx) => store.webhookEndpoints.insert(tx, stored))
  const { sealedSecret: _, earlierSecret: __, ...endpoint } = stored
  return endpoint
}
