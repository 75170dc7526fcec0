import assert from 'node:assert/strict'
import type { DeliveryStatus } from '@millrace/contract/delivery.ts'
import type { SealedWebhookEndpoint } from '#domain/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { AT, claim, failed, insertEndpoint, outcomeOf, publish } from './delivery-samples.ts'

const FIRST_PAGE = { before: undefined, limit: 100 }

export function testDeliveryLog(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Deliveries are listed newest first, by status and page by page'(subject) {
      const { deliveries } = subject.store
      const endpoint = await insertEndpoint(subject)
      const { accountId, id } = endpoint
      const [delivered, dead, waiting] = await publishThree(subject, endpoint)
      const list = async (...rest: readonly [DeliveryStatus | undefined, string?]) => {
        const cursor = { before: rest[1], limit: 2 }
        return (await deliveries.list(accountId, id, { status: rest[0] }, cursor)).map((one) => one.id)
      }
      assert.deepEqual(await list(undefined), [waiting, dead])
      assert.deepEqual(await list(undefined, dead), [delivered])
      assert.deepEqual(await list('failed'), [dead])
      assert.deepEqual(await list('delivered'), [delivered])
      assert.deepEqual(await list('pending', waiting), [])
      const created = (await deliveries.list(accountId, id, {}, FIRST_PAGE)).find((one) => one.id === dead)
      const at = created?.createdAt ?? 0
      const within = await deliveries.list(accountId, id, { from: at, to: at }, FIRST_PAGE)
      assert.equal(
        within.every(({ createdAt }) => createdAt === at),
        true,
      )
      assert.deepEqual(await deliveries.list(accountId, id, { from: AT * 2 }, FIRST_PAGE), [])
      assert.deepEqual(await deliveries.list(accountId, id, { to: 1 }, FIRST_PAGE), [])
    },

    async 'The deliveries of another account or webhook endpoint are neither visible nor redelivered'(
      subject,
    ) {
      const { store } = subject
      const endpoint = await insertEndpoint(subject)
      const sibling = await insertEndpoint(subject, {
        accountId: endpoint.accountId,
        events: ['workflow.executed'],
      })
      const [delivered] = await publishThree(subject, endpoint)
      const range = { status: 'delivered', from: 0, to: AT * 2 } as const
      const otherEndpoint = [
        [await subject.newAccount(), endpoint.id],
        [endpoint.accountId, sibling.id],
      ] as const
      for (const [account, id] of otherEndpoint) {
        assert.deepEqual(await store.deliveries.list(account, id, {}, FIRST_PAGE), [])
        assert.equal(await store.deliveries.find(account, id, delivered), undefined)
        await store.write(async (tx) => {
          assert.equal(
            await store.deliveries.redeliver(tx, { account, endpointId: id, id: delivered, now: AT }),
            undefined,
          )
          const result = await store.deliveries.redeliverRange(tx, {
            account,
            endpointId: id,
            range,
            now: AT,
            limit: 10,
          })
          assert.deepEqual(result, { count: 0, lastId: undefined, remaining: 0 })
        })
      }
      assert.equal((await read(subject, endpoint, delivered)).status, 'delivered')
    },

    async 'A redelivery restarts the retry schedule and continues the log'(subject) {
      const { store } = subject
      const endpoint = await insertEndpoint(subject)
      const [delivered, dead] = await publishThree(subject, endpoint)
      const notified: string[] = []
      const end = store.deliveries.subscribe((ids) => notified.push(...ids))
      for (const id of [delivered, dead]) {
        const again = await store.write((tx) =>
          store.deliveries.redeliver(tx, {
            account: endpoint.accountId,
            endpointId: endpoint.id,
            id,
            now: AT + 7,
          }),
        )
        assert.deepEqual([again?.status, again?.dueAt, again?.completedAt], ['pending', AT + 7, null])
      }
      end()
      assert.deepEqual(notified, [endpoint.id, endpoint.id])
      const claimed = (await claim(subject, [endpoint], { now: AT + 7 })).filter(({ id }) => id === dead)
      assert.deepEqual(
        claimed.map(({ attemptsBefore, attempt }) => [attemptsBefore, attempt]),
        [[0, 2]],
      )
    },

    async 'A delivery that is being attempted is not attempted twice when it is redelivered in the meantime'(
      subject,
    ) {
      const { store } = subject
      const endpoint = await insertEndpoint(subject)
      const id = await publish(subject, endpoint.accountId)
      const [claimed] = await claim(subject, [endpoint])
      assert.ok(claimed !== undefined)
      await store.write((tx) =>
        store.deliveries.redeliver(tx, {
          account: endpoint.accountId,
          endpointId: endpoint.id,
          id,
          now: AT + 1,
        }),
      )
      assert.deepEqual(await claim(subject, [endpoint], { now: AT + 1, claimant: 'two' }), [])
      await store.deliveries.settle([outcomeOf(claimed, { kind: 'delivered' })])
      assert.equal((await read(subject, endpoint, id)).status, 'delivered')
    },

    async 'A time range is redelivered oldest first, up to the given limit'(subject) {
      const { store } = subject
      const endpoint = await insertEndpoint(subject)
      const ids: string[] = []
      for (let n = 0; n < 5; n += 1) ids.push(await publish(subject, endpoint.accountId, { at: AT + n }))
      const claimed = await claim(subject, [endpoint], { now: AT + 5 })
      await store.deliveries.settle(claimed.map((one) => outcomeOf(one, failed({ retryAt: null }))))
      const redeliver = (from: number, to: number, limit: number, after?: string) =>
        store.write((tx) =>
          store.deliveries.redeliverRange(tx, {
            account: endpoint.accountId,
            endpointId: endpoint.id,
            range: { status: 'failed', from, to },
            after,
            now: AT + 9,
            limit,
          }),
        )
      assert.deepEqual(await redeliver(AT + 1, AT + 3, 1), { count: 1, lastId: ids[1], remaining: 2 })
      assert.deepEqual(await redeliver(AT + 1, AT + 3, 9, ids[2]), {
        count: 1,
        lastId: ids[3],
        remaining: 0,
      })
      assert.deepEqual(await redeliver(AT + 1, AT + 3, 1), { count: 1, lastId: ids[2], remaining: 0 })
      const pending = await store.deliveries.list(
        endpoint.accountId,
        endpoint.id,
        { status: 'pending' },
        FIRST_PAGE,
      )
      assert.deepEqual(pending.map(({ id }) => id).toReversed(), ids.slice(1, 4))
    },

    async 'Old events are deleted in batches, with their deliveries and attempts'(subject) {
      const { store } = subject
      const old = Date.UTC(2001, 0, 1)
      const endpoint = await insertEndpoint(subject)
      const ids = []
      for (const at of [old, old + 1, old + 2, AT])
        ids.push(await publish(subject, endpoint.accountId, { at }))
      const claimed = await claim(subject, [endpoint])
      await store.deliveries.settle(claimed.map((one) => outcomeOf(one, { kind: 'delivered' })))
      assert.equal(await store.deliveries.prune(old + 2, 1), 1)
      assert.equal(await store.deliveries.prune(old + 2, 10), 1)
      assert.equal(await store.deliveries.prune(old + 2, 10), 0)
      const left = await store.deliveries.list(endpoint.accountId, endpoint.id, {}, FIRST_PAGE)
      assert.deepEqual(
        left.map(({ id }) => id),
        [ids[3], ids[2]],
      )
    },
  })
}

/** One delivery that succeeded, one that failed for good, and one that is still pending. */
async function publishThree(
  subject: EngineSubject,
  endpoint: SealedWebhookEndpoint,
): Promise<readonly [delivered: string, dead: string, waiting: string]> {
  const { store } = subject
  const ids: string[] = []
  for (let n = 0; n < 2; n += 1) ids.push(await publish(subject, endpoint.accountId, { at: AT + n }))
  const claimed = await claim(subject, [endpoint], { now: AT + 2 })
  await store.deliveries.settle(
    claimed.map((one) =>
      outcomeOf(one, one.id === ids[0] ? { kind: 'delivered' } : failed({ retryAt: null })),
    ),
  )
  return [ids[0] ?? '', ids[1] ?? '', await publish(subject, endpoint.accountId, { at: AT + 3 })]
}

async function read(
  { store }: EngineSubject,
  { accountId, id: endpointId }: SealedWebhookEndpoint,
  id: string,
) {
  return (await store.deliveries.find(accountId, endpointId, id)) ?? assert.fail('not found')
}
