import assert from 'node:assert/strict'
import type { Webhook } from '#domain/index.ts'
import { testPromises } from './conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from './engine-store.ts'
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
    async 'names the webhooks that can be sent something, in pages'(subject) {
      const due: string[] = []
      for (let count = 0; count < 3; count += 1) {
        const webhook = await insertEndpoint(subject)
        for (let n = 0; n < 3; n += 1) await publish(subject, webhook.accountId, { at: AT - n })
        due.push(webhook.id)
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
    },

    async 'claims what was due first, with all a try needs, and each once'(subject) {
      const earlierSecret = { sealed: 'before', until: AT + 9 }
      const webhook = await insertEndpoint(subject, { earlierSecret })
      const [second, first] = [
        await publish(subject, webhook.accountId, { at: AT, body: '"second"' }),
        await publish(subject, webhook.accountId, { at: AT - 1, body: '"first"' }),
      ]
      await publish(subject, webhook.accountId, { at: AT + 1 })
      const [claimed, ...rest] = await claim(subject, [webhook], { limit: 1 })
      assert.deepEqual(rest, [])
      assert.deepEqual(claimed, {
        id: first,
        endpointId: webhook.id,
        accountId: webhook.accountId,
        claimant: 'one',
        body: '"first"',
        attempt: 1,
        tries: 0,
        url: webhook.url,
        sealedSecret: 'sealed',
        earlierSecret,
        failures: 0,
      })
      const next = await claim(subject, [webhook], { claimant: 'two' })
      assert.deepEqual(
        next.map(({ id }) => id),
        [second],
      )
      assert.deepEqual(await claim(subject, [webhook]), [])
    },

    async 'claims of several webhooks at once take of each what was wished for'(subject) {
      const webhooks = [await insertEndpoint(subject), await insertEndpoint(subject)]
      for (const { accountId } of webhooks) {
        for (let n = 0; n < 3; n += 1) await publish(subject, accountId)
      }
      const claimed = await claim(subject, webhooks, { limit: 2 })
      const counts = webhooks.map(({ id }) => claimed.filter(({ endpointId }) => endpointId === id).length)
      assert.deepEqual(counts, [2, 2])
    },

    async 'of many who claim at the same time, no two get the same delivery'(subject) {
      const webhook = await insertEndpoint(subject)
      for (let n = 0; n < 20; n += 1) await publish(subject, webhook.accountId)
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, n) => claim(subject, [webhook], { limit: 5, claimant: `c${n}` })),
      )
      let ids = claims.flat().map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length)
      ids = [...ids, ...(await claim(subject, [webhook], { limit: 100 })).map(({ id }) => id)]
      assert.equal(new Set(ids).size, 20)
    },

    async 'a claim that ran out counts for nothing: others try it, as another attempt'(subject) {
      const webhook = await insertEndpoint(subject)
      const id = await publish(subject, webhook.accountId)
      const [lapsed] = await claim(subject, [webhook])
      assert.ok(lapsed !== undefined)
      assert.deepEqual(await claim(subject, [webhook], { now: AT + CLAIM_MS - 1, claimant: 'two' }), [])
      const [second] = await claim(subject, [webhook], { now: AT + CLAIM_MS, claimant: 'two' })
      assert.deepEqual([second?.id, second?.attempt, second?.tries], [id, 2, 0])
      await subject.store.deliveries.settle([outcomeOf(lapsed, failed({ againAt: null }))])
      assert.equal((await read(subject, webhook, id)).status, 'pending')
      await subject.store.deliveries.settle([outcomeOf(lapsed, DELIVERED, { number: 3 })])
      assert.equal((await read(subject, webhook, id)).status, 'delivered')
    },

    async 'a success ends it, and is not sent again'(subject) {
      const webhook = await insertEndpoint(subject)
      const id = await publish(subject, webhook.accountId)
      const [claimed] = await claim(subject, [webhook])
      assert.ok(claimed !== undefined)
      assert.equal((await read(subject, webhook, id)).dueAt, null)
      await subject.store.deliveries.settle([outcomeOf(claimed, DELIVERED)])
      const { attempts, body: _, ...delivery } = await read(subject, webhook, id)
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
      assert.deepEqual(await claim(subject, [webhook], { now: AT + 2 * CLAIM_MS }), [])
    },

    async 'a failure is tried again at its time, and the last one ends it'(subject) {
      const { deliveries } = subject.store
      const webhook = await insertEndpoint(subject)
      const id = await publish(subject, webhook.accountId)
      const [first] = await claim(subject, [webhook])
      assert.ok(first !== undefined)
      await deliveries.settle([outcomeOf(first, failed({ againAt: AT + 5_000 }))])
      const pending = await read(subject, webhook, id)
      assert.deepEqual([pending.status, pending.dueAt, pending.responseStatus], ['pending', AT + 5_000, 500])
      assert.deepEqual(await claim(subject, [webhook], { now: AT + 4_999 }), [])
      const [second] = await claim(subject, [webhook], { now: AT + 5_000 })
      assert.deepEqual([second?.tries, second?.attempt, second?.failures], [1, 2, 1])
      assert.ok(second !== undefined)
      const attempt = { responseStatus: null, error: 'No route.', response: null }
      await deliveries.settle([outcomeOf(second, failed({ againAt: null }), attempt)])
      const over = await read(subject, webhook, id)
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

    async 'many results are written at once, each for its own'(subject) {
      const webhooks = [await insertEndpoint(subject), await insertEndpoint(subject)]
      const ids = []
      for (const { accountId } of webhooks) ids.push(await publish(subject, accountId))
      const claimed = await claim(subject, webhooks)
      await subject.store.deliveries.settle(
        claimed.map((one) => outcomeOf(one, one.endpointId === webhooks[0]?.id ? DELIVERED : failed())),
      )
      const statuses = []
      for (const [n, webhook] of webhooks.entries()) {
        statuses.push((await read(subject, webhook, ids[n] ?? '')).status)
      }
      assert.deepEqual(statuses, ['delivered', 'pending'])
    },

    async 'a webhook that rests is sent nothing until it has rested, nor is one that is disabled'(subject) {
      const { deliveries } = subject.store
      const webhook = await insertEndpoint(subject)
      await publish(subject, webhook.accountId)
      await publish(subject, webhook.accountId)
      const [claimed] = await claim(subject, [webhook], { limit: 1 })
      assert.ok(claimed !== undefined)
      await deliveries.settle([outcomeOf(claimed, failed({ restUntil: AT + 100 }))])
      assert.deepEqual(await claim(subject, [webhook], { now: AT + 99 }), [])
      assert.equal((await deliveries.dueEndpoints(AT + 99, undefined, 1_000)).ids.includes(webhook.id), false)
      assert.ok((await deliveries.dueEndpoints(AT + 100, undefined, 1_000)).ids.includes(webhook.id))
      const [next] = await claim(subject, [webhook], { now: AT + 100 })
      assert.ok(next !== undefined)
      const disable = { kind: 'now' } as const
      await deliveries.settle([outcomeOf(next, failed({ againAt: null, disable }))])
      assert.equal(await statusOf(subject, webhook), 'disabled')
      assert.deepEqual(await claim(subject, [webhook], { now: AT + 9_000 }), [])
    },

    async 'a webhook that only failed for long enough is disabled; one success in between starts anew'(
      subject,
    ) {
      const { store } = subject
      const webhook = await insertEndpoint(subject)
      const settle = async (at: number, verdict: 'delivered' | 'failed', before: number) => {
        await publish(subject, webhook.accountId, { at })
        const [claimed] = await claim(subject, [webhook], { now: at, limit: 1 })
        assert.ok(claimed !== undefined)
        const disable = { kind: 'failing-since', before } as const
        const outcome = verdict === 'delivered' ? DELIVERED : failed({ againAt: null, disable })
        await store.deliveries.settle([outcomeOf(claimed, outcome, { at })])
        return statusOf(subject, webhook)
      }
      assert.equal(await settle(AT, 'failed', AT), 'active')
      assert.equal(await settle(AT + 50, 'delivered', AT), 'active')
      assert.equal(await settle(AT + 100, 'failed', AT + 100), 'active')
      assert.equal(await settle(AT + 200, 'failed', AT + 99), 'active')
      assert.equal(await settle(AT + 300, 'failed', AT + 100), 'disabled')
      await store.write((tx) => store.webhookEndpoints.update(tx, webhook))
      assert.equal(await settle(AT + 400, 'failed', AT + 400), 'active')
    },

    async 'gives back what a claimant holds, or what everybody does'(subject) {
      const { deliveries } = subject.store
      const webhook = await insertEndpoint(subject)
      const ids = [await publish(subject, webhook.accountId), await publish(subject, webhook.accountId)]
      await claim(subject, [webhook], { limit: 1, claimant: 'releases' })
      await claim(subject, [webhook], { limit: 1, claimant: 'keeps' })
      await deliveries.release('releases', AT)
      assert.equal((await claim(subject, [webhook], { claimant: 'third' })).length, 1)
      await deliveries.release(undefined, AT)
      const again = (await claim(subject, [webhook])).map(({ id }) => id)
      assert.deepEqual(again.toSorted(), ids.toSorted())
    },
  })
}

async function read({ store }: EngineSubject, webhook: Webhook, id: string) {
  const found = await store.deliveries.find(webhook.accountId, webhook.id, id)
  return found ?? assert.fail('not found')
}
