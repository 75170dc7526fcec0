import assert from 'node:assert/strict'
import type { SealedWebhookEndpoint } from '#domain/index.ts'
import { testPromises } from './conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from './engine-store.ts'
import { AT, claim, failed, insertEndpoint, outcomeOf, publish } from './delivery-samples.ts'

const FIRST_PAGE = { before: undefined, limit: 100 }

export function testDeliveryLog(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'lists newest first, by status and in pages'(subject) {
      const { deliveries } = subject.store
      const webhook = await insertEndpoint(subject)
      const { accountId, id } = webhook
      const [delivered, dead, waiting] = await publishThree(subject, webhook)
      const list = async (...rest: readonly [Parameters<typeof deliveries.list>[2], string?]) => {
        const cursor = { before: rest[1], limit: 2 }
        return (await deliveries.list(accountId, id, rest[0], cursor)).map((one) => one.id)
      }
      assert.deepEqual(await list(undefined), [waiting, dead])
      assert.deepEqual(await list(undefined, dead), [delivered])
      assert.deepEqual(await list('failed'), [dead])
      assert.deepEqual(await list('delivered'), [delivered])
      assert.deepEqual(await list('pending', waiting), [])
    },

    async 'shows and redelivers nothing of another account or webhook'(subject) {
      const { store } = subject
      const webhook = await insertEndpoint(subject)
      const sibling = await insertEndpoint(subject, {
        accountId: webhook.accountId,
        events: ['workflow.executed'],
      })
      const [delivered] = await publishThree(subject, webhook)
      const range = { status: 'delivered', from: 0, to: AT * 2 } as const
      const strangers = [
        [await subject.newAccount(), webhook.id],
        [webhook.accountId, sibling.id],
      ] as const
      for (const [account, id] of strangers) {
        assert.deepEqual(await store.deliveries.list(account, id, undefined, FIRST_PAGE), [])
        assert.equal(await store.deliveries.find(account, id, delivered), undefined)
        await store.write(async (tx) => {
          assert.equal(await store.deliveries.redeliver(tx, account, id, delivered, AT), undefined)
          const result = await store.deliveries.redeliverRange(tx, account, id, range, AT, 10)
          assert.deepEqual(result, { count: 0, hasMore: false })
        })
      }
      assert.equal((await read(subject, webhook, delivered)).status, 'delivered')
    },

    async 'redelivers: the schedule begins anew, and the log goes on'(subject) {
      const { store } = subject
      const webhook = await insertEndpoint(subject)
      const [delivered, dead] = await publishThree(subject, webhook)
      const rings: string[] = []
      const end = store.deliveries.watch((ids) => rings.push(...ids))
      for (const id of [delivered, dead]) {
        const again = await store.write((tx) =>
          store.deliveries.redeliver(tx, webhook.accountId, webhook.id, id, AT + 7),
        )
        assert.deepEqual([again?.status, again?.dueAt, again?.completedAt], ['pending', AT + 7, null])
      }
      end()
      assert.deepEqual(rings, [webhook.id, webhook.id])
      const claimed = (await claim(subject, [webhook], { now: AT + 7 })).filter(({ id }) => id === dead)
      assert.deepEqual(
        claimed.map(({ tries, attempt }) => [tries, attempt]),
        [[0, 2]],
      )
    },

    async 'what is being tried is not tried twice when it is redelivered meanwhile'(subject) {
      const { store } = subject
      const webhook = await insertEndpoint(subject)
      const id = await publish(subject, webhook.accountId)
      const [claimed] = await claim(subject, [webhook])
      assert.ok(claimed !== undefined)
      await store.write((tx) => store.deliveries.redeliver(tx, webhook.accountId, webhook.id, id, AT + 1))
      assert.deepEqual(await claim(subject, [webhook], { now: AT + 1, claimant: 'two' }), [])
      await store.deliveries.settle([outcomeOf(claimed, { kind: 'delivered' })])
      assert.equal((await read(subject, webhook, id)).status, 'delivered')
    },

    async 'redelivers a span of time, the oldest first and no more than wanted'(subject) {
      const { store } = subject
      const webhook = await insertEndpoint(subject)
      const ids: string[] = []
      for (let n = 0; n < 5; n += 1) ids.push(await publish(subject, webhook.accountId, { at: AT + n }))
      const claimed = await claim(subject, [webhook], { now: AT + 5 })
      await store.deliveries.settle(claimed.map((one) => outcomeOf(one, failed({ againAt: null }))))
      const redeliver = (from: number, to: number, limit: number) =>
        store.write((tx) =>
          store.deliveries.redeliverRange(
            tx,
            webhook.accountId,
            webhook.id,
            { status: 'failed', from, to },
            AT + 9,
            limit,
          ),
        )
      assert.deepEqual(await redeliver(AT + 1, AT + 3, 2), { count: 2, hasMore: true })
      assert.deepEqual(await redeliver(AT + 1, AT + 3, 2), { count: 1, hasMore: false })
      const pending = await store.deliveries.list(webhook.accountId, webhook.id, 'pending', FIRST_PAGE)
      assert.deepEqual(pending.map(({ id }) => id).toReversed(), ids.slice(1, 4))
    },

    async 'deletes old events with their deliveries and attempts, a few at a time'(subject) {
      const { store } = subject
      const old = Date.UTC(2001, 0, 1)
      const webhook = await insertEndpoint(subject)
      const ids = []
      for (const at of [old, old + 1, old + 2, AT])
        ids.push(await publish(subject, webhook.accountId, { at }))
      const claimed = await claim(subject, [webhook])
      await store.deliveries.settle(claimed.map((one) => outcomeOf(one, { kind: 'delivered' })))
      assert.equal(await store.deliveries.prune(old + 2, 1), 1)
      assert.equal(await store.deliveries.prune(old + 2, 10), 1)
      assert.equal(await store.deliveries.prune(old + 2, 10), 0)
      const left = await store.deliveries.list(webhook.accountId, webhook.id, undefined, FIRST_PAGE)
      assert.deepEqual(
        left.map(({ id }) => id),
        [ids[3], ids[2]],
      )
    },
  })
}

/** One that arrived, one that never did, and one that is still to be sent. */
async function publishThree(
  subject: EngineSubject,
  webhook: SealedWebhookEndpoint,
): Promise<readonly [delivered: string, dead: string, waiting: string]> {
  const { store } = subject
  const ids: string[] = []
  for (let n = 0; n < 2; n += 1) ids.push(await publish(subject, webhook.accountId, { at: AT + n }))
  const claimed = await claim(subject, [webhook], { now: AT + 2 })
  await store.deliveries.settle(
    claimed.map((one) =>
      outcomeOf(one, one.id === ids[0] ? { kind: 'delivered' } : failed({ againAt: null })),
    ),
  )
  return [ids[0] ?? '', ids[1] ?? '', await publish(subject, webhook.accountId, { at: AT + 3 })]
}

async function read(
  { store }: EngineSubject,
  { accountId, id: endpointId }: SealedWebhookEndpoint,
  id: string,
) {
  return (await store.deliveries.find(accountId, endpointId, id)) ?? assert.fail('not found')
}
