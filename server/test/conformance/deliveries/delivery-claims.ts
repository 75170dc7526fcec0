import assert from 'node:assert/strict'
import type { Webhook } from '#domain/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import {
  AT,
  claim,
  CLAIM_MS,
  failed,
  insertEndpoint,
  outcomeOf,
  publish,
  statusOf,
} from './delivery-samples.ts'

const DELIVERED = { kind: 'delivered' } as const

export function testDeliveryClaims(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Webhook endpoints with due deliveries are listed page by page'(subject) {
      const due: string[] = []
      for (let count = 0; count < 3; count += 1) {
        const endpoint = await insertEndpoint(subject)
        for (let n = 0; n < 3; n += 1) await publish(subject, endpoint.accountId, { at: AT - n })
        due.push(endpoint.id)
      }
      const later = await insertEndpoint(subject)
      await publish(subject, later.accountId, { at: AT + 1 })
      const off = await insertEndpoint(subject)
      await publish(subject, off.accountId)
      await subject.store.write((tx) =>
        subject.store.webhookEndpoints.update(tx, { ...off, status: 'disabled' }),
      )
      const gone = await insertEndpoint(subject)
      await publish(subject, gone.accountId)
      await subject.store.write((tx) => subject.store.webhookEndpoints.delete(tx, gone.accountId, gone.id))
      const { deliveries } = subject.store
      const found: string[] = []
      for (let after: string | undefined; ;) {
        const { ids, next } = await deliveries.dueEndpoints(AT, after, 2)
        found.push(...ids)
        if (next === undefined) break
        after = next
      }
      assert.deepEqual(found.toSorted(), found)
      const ours = found.filter((id) => [...due, later.id, off.id, gone.id].includes(id))
      assert.deepEqual(ours, due.toSorted())
      assert.ok((await deliveries.dueEndpoints(AT + 1, undefined, 1_000)).ids.includes(later.id))
      const accounts = await deliveries.accountsOf([later.id, off.id, gone.id])
      assert.equal(accounts.size, 2)
      for (const { id, accountId } of [later, off]) assert.equal(accounts.get(id), accountId)
    },

    async 'Due deliveries are claimed oldest first, once each, with everything an attempt needs'(subject) {
      const earlierSecret = { sealed: 'before', until: AT + 9 }
      const endpoint = await insertEndpoint(subject, { earlierSecret })
      const [second, first] = [
        await publish(subject, endpoint.accountId, { at: AT, body: '"second"' }),
        await publish(subject, endpoint.accountId, { at: AT - 1, body: '"first"' }),
      ]
      await publish(subject, endpoint.accountId, { at: AT + 1 })
      const [claimed, ...rest] = await claim(subject, [endpoint], { limit: 1 })
      assert.deepEqual(rest, [])
      assert.deepEqual(claimed, {
        id: first,
        endpointId: endpoint.id,
        accountId: endpoint.accountId,
        claimant: 'one',
        body: '"first"',
        attempt: 1,
        attemptsBefore: 0,
        url: endpoint.url,
        sealedSecret: 'sealed',
        earlierSecret,
        failures: 0,
      })
      const next = await claim(subject, [endpoint], { claimant: 'two' })
      assert.deepEqual(
        next.map(({ id }) => id),
        [second],
      )
      assert.deepEqual(await claim(subject, [endpoint]), [])
    },

    async 'A claim for several webhook endpoints takes the requested number from each'(subject) {
      const endpoints = [await insertEndpoint(subject), await insertEndpoint(subject)]
      for (const { accountId } of endpoints) {
        for (let n = 0; n < 3; n += 1) await publish(subject, accountId)
      }
      const claimed = await claim(subject, endpoints, { limit: 2 })
      const counts = endpoints.map(({ id }) => claimed.filter(({ endpointId }) => endpointId === id).length)
      assert.deepEqual(counts, [2, 2])
    },

    async 'Concurrent claims never return the same delivery twice'(subject) {
      const endpoint = await insertEndpoint(subject)
      for (let n = 0; n < 20; n += 1) await publish(subject, endpoint.accountId)
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, n) => claim(subject, [endpoint], { limit: 5, claimant: `c${n}` })),
      )
      let ids = claims.flat().map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length)
      ids = [...ids, ...(await claim(subject, [endpoint], { limit: 100 })).map(({ id }) => id)]
      assert.equal(new Set(ids).size, 20)
    },

    async 'An expired claim is void: another claimant attempts the delivery, as a new attempt'(subject) {
      const endpoint = await insertEndpoint(subject)
      const id = await publish(subject, endpoint.accountId)
      const [lapsed] = await claim(subject, [endpoint])
      assert.ok(lapsed !== undefined)
      assert.deepEqual(await claim(subject, [endpoint], { now: AT + CLAIM_MS - 1, claimant: 'two' }), [])
      const [second] = await claim(subject, [endpoint], { now: AT + CLAIM_MS, claimant: 'two' })
      assert.deepEqual([second?.id, second?.attempt, second?.attemptsBefore], [id, 2, 0])
      await subject.store.deliveries.settle([outcomeOf(lapsed, failed({ retryAt: null }))])
      assert.equal((await read(subject, endpoint, id)).status, 'pending')
      await subject.store.deliveries.settle([outcomeOf(lapsed, DELIVERED, { number: 3 })])
      assert.equal((await read(subject, endpoint, id)).status, 'delivered')
    },

    async 'A success ends the delivery, and it is not sent again'(subject) {
      const endpoint = await insertEndpoint(subject)
      const id = await publish(subject, endpoint.accountId)
      const [claimed] = await claim(subject, [endpoint])
      assert.ok(claimed !== undefined)
      assert.equal((await read(subject, endpoint, id)).dueAt, null)
      await subject.store.deliveries.settle([outcomeOf(claimed, DELIVERED)])
      const { attempts, body: _, ...delivery } = await read(subject, endpoint, id)
      assert.deepEqual(delivery, {
        id,
        kind: 'form.submitted',
        status: 'delivered',
        attemptCount: 1,
        createdAt: AT,
        dueAt: null,
        completedAt: AT + 15,
        responseStatus: 200,
        error: null,
      })
      assert.deepEqual(attempts, [outcomeOf(claimed, DELIVERED).attempt])
      assert.deepEqual(await claim(subject, [endpoint], { now: AT + 2 * CLAIM_MS }), [])
    },

    async 'A failed delivery is attempted again when it is due, and the last failure ends it'(subject) {
      const { deliveries } = subject.store
      const endpoint = await insertEndpoint(subject)
      const id = await publish(subject, endpoint.accountId)
      const [first] = await claim(subject, [endpoint])
      assert.ok(first !== undefined)
      await deliveries.settle([outcomeOf(first, failed({ retryAt: AT + 5_000 }))])
      const pending = await read(subject, endpoint, id)
      assert.deepEqual([pending.status, pending.dueAt, pending.responseStatus], ['pending', AT + 5_000, 500])
      assert.deepEqual(await claim(subject, [endpoint], { now: AT + 4_999 }), [])
      const [second] = await claim(subject, [endpoint], { now: AT + 5_000 })
      assert.deepEqual([second?.attemptsBefore, second?.attempt, second?.failures], [1, 2, 1])
      assert.ok(second !== undefined)
      const attempt = { responseStatus: null, error: 'No route.', response: null }
      await deliveries.settle([outcomeOf(second, failed({ retryAt: null }), attempt)])
      const over = await read(subject, endpoint, id)
      assert.deepEqual(
        [over.status, over.dueAt, over.completedAt, over.responseStatus, over.error],
        ['failed', null, AT + 15, null, 'No route.'],
      )
      assert.deepEqual(
        over.attempts.map(({ number, response }) => [number, response?.body]),
        [
          [2, undefined],
          [1, 'a\u0000b'],
        ],
      )
    },

    async 'Results written in one batch are each recorded for their own delivery'(subject) {
      const endpoints = [await insertEndpoint(subject), await insertEndpoint(subject)]
      const ids = []
      for (const { accountId } of endpoints) ids.push(await publish(subject, accountId))
      const claimed = await claim(subject, endpoints)
      await subject.store.deliveries.settle(
        claimed.map((one) => outcomeOf(one, one.endpointId === endpoints[0]?.id ? DELIVERED : failed())),
      )
      const statuses = []
      for (const [n, endpoint] of endpoints.entries()) {
        statuses.push((await read(subject, endpoint, ids[n] ?? '')).status)
      }
      assert.deepEqual(statuses, ['delivered', 'pending'])
    },

    async 'Nothing is sent to a webhook endpoint that is backing off or disabled'(subject) {
      const { deliveries } = subject.store
      const endpoint = await insertEndpoint(subject)
      await publish(subject, endpoint.accountId)
      await publish(subject, endpoint.accountId)
      const [claimed] = await claim(subject, [endpoint], { limit: 1 })
      assert.ok(claimed !== undefined)
      await deliveries.settle([outcomeOf(claimed, failed({ pausedUntil: AT + 100 }))])
      assert.deepEqual(await claim(subject, [endpoint], { now: AT + 99 }), [])
      assert.equal(
        (await deliveries.dueEndpoints(AT + 99, undefined, 1_000)).ids.includes(endpoint.id),
        false,
      )
      assert.ok((await deliveries.dueEndpoints(AT + 100, undefined, 1_000)).ids.includes(endpoint.id))
      const [next] = await claim(subject, [endpoint], { now: AT + 100 })
      assert.ok(next !== undefined)
      const disable = { kind: 'now' } as const
      await deliveries.settle([outcomeOf(next, failed({ retryAt: null, disable }))])
      assert.equal(await statusOf(subject, endpoint), 'disabled')
      assert.deepEqual(await claim(subject, [endpoint], { now: AT + 9_000 }), [])
    },

    async 'A webhook endpoint is disabled after it failed for long enough, and one success resets the period'(
      subject,
    ) {
      const { store } = subject
      const endpoint = await insertEndpoint(subject)
      const settle = async (at: number, verdict: 'delivered' | 'failed', before: number) => {
        await publish(subject, endpoint.accountId, { at })
        const [claimed] = await claim(subject, [endpoint], { now: at, limit: 1 })
        assert.ok(claimed !== undefined)
        const disable = { kind: 'failing-since', before } as const
        const outcome = verdict === 'delivered' ? DELIVERED : failed({ retryAt: null, disable })
        await store.deliveries.settle([outcomeOf(claimed, outcome, { at })])
        return statusOf(subject, endpoint)
      }
      assert.equal(await settle(AT, 'failed', AT), 'active')
      assert.equal(await settle(AT + 50, 'delivered', AT), 'active')
      assert.equal(await settle(AT + 100, 'failed', AT + 100), 'active')
      assert.equal(await settle(AT + 200, 'failed', AT + 99), 'active')
      assert.equal(await settle(AT + 300, 'failed', AT + 100), 'disabled')
      await store.write((tx) => store.webhookEndpoints.update(tx, endpoint))
      assert.equal(await settle(AT + 400, 'failed', AT + 400), 'active')
    },

    async 'The claims of one claimant, or of all, can be released'(subject) {
      const { deliveries } = subject.store
      const endpoint = await insertEndpoint(subject)
      const ids = [await publish(subject, endpoint.accountId), await publish(subject, endpoint.accountId)]
      await claim(subject, [endpoint], { limit: 1, claimant: 'releases' })
      await claim(subject, [endpoint], { limit: 1, claimant: 'keeps' })
      await deliveries.release('releases', AT)
      assert.equal((await claim(subject, [endpoint], { claimant: 'third' })).length, 1)
      await deliveries.release(undefined, AT)
      const again = (await claim(subject, [endpoint])).map(({ id }) => id)
      assert.deepEqual(again.toSorted(), ids.toSorted())
    },
  })
}

async function read({ store }: EngineSubject, endpoint: Webhook, id: string) {
  const found = await store.deliveries.find(endpoint.accountId, endpoint.id, id)
  return found ?? assert.fail('not found')
}
