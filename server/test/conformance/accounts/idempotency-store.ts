import assert from 'node:assert/strict'
import type { AccountId } from '#domain/index.ts'
import type { RememberedAnswer } from '#ports/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const STORED = 1_000

export function testIdempotencyStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A response is stored together with the work and returned to every later claim'(subject) {
      const account = await subject.newAccount()
      assert.equal(await respondOnce(subject, account, 'k', response('first')), undefined)
      assert.deepEqual(await respondOnce(subject, account, 'k', response('second')), response('first'))
      assert.deepEqual(await subject.store.idempotency.find(account, 'k', NOW - STORED), response('first'))
    },

    async 'Concurrent requests do the work once and all get the same response'(subject) {
      const account = await subject.newAccount()
      const requested = Array.from({ length: 50 }, (_, n) =>
        respondOnce(subject, account, 'k', response(`answer ${n}`)),
      )
      const replays = await Promise.all(requested)
      const winner = replays.indexOf(undefined)
      assert.equal(replays.lastIndexOf(undefined), winner)
      for (const [index, replay] of replays.entries()) {
        if (index !== winner) assert.deepEqual(replay, response(`answer ${winner}`))
      }
    },

    async 'A key is freed when the work fails, also for a request that waits for it'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const failing = store.write(async (tx) => {
        await store.idempotency.claim(tx, { account, key: 'k', at: NOW, notBefore: NOW - STORED })
        throw new Error('the work failed')
      })
      const waiting = Array.from({ length: 10 }, () => respondOnce(subject, account, 'k', response('fixed')))
      await assert.rejects(failing, { message: 'the work failed' })
      const replays = await Promise.all(waiting)
      assert.equal(replays.filter((replay) => replay === undefined).length, 1)
    },

    async 'Keys are separate per account and from each other'(subject) {
      const [a, b] = [await subject.newAccount(), await subject.newAccount()]
      await respondOnce(subject, a, 'k', response('of a'))
      assert.equal(await subject.store.idempotency.find(b, 'k', 0), undefined)
      assert.equal(await respondOnce(subject, b, 'k', response('of b')), undefined)
      assert.equal(await respondOnce(subject, a, 'K', response('another key')), undefined)
      assert.deepEqual(await subject.store.idempotency.find(a, 'k', 0), response('of a'))
    },

    async 'An expired key can be claimed again, without any trace of the old response'(subject) {
      const account = await subject.newAccount()
      await respondOnce(subject, account, 'k', response('old'))
      const { idempotency } = subject.store
      assert.deepEqual(await idempotency.find(account, 'k', NOW), response('old'))
      assert.equal(await idempotency.find(account, 'k', NOW + 1), undefined)
      const later = NOW + STORED + 1
      assert.equal(await respondOnce(subject, account, 'k', response('new'), later), undefined)
      assert.deepEqual(await idempotency.find(account, 'k', later), response('new'))
    },

    async 'A stored response can be replaced by a later one'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      await respondOnce(subject, account, 'k', response('accepted'))
      await store.write((tx) => store.idempotency.remember(tx, account, 'k', response('completed')))
      assert.deepEqual(await store.idempotency.find(account, 'k', 0), response('completed'))
    },

    async 'Bodies and keys of every kind are stored'(subject) {
      const account = await subject.newAccount()
      const body = JSON.stringify({ text: '\u0000 🦆 ä'.repeat(10_000) })
      const key = `${'k'.repeat(253)}'ü`
      await respondOnce(subject, account, key, { ...response('x'), body })
      assert.equal((await subject.store.idempotency.find(account, key, 0))?.body, body)
    },

    async 'Expired keys are pruned up to the given limit, and the others are kept'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      // Older than the data of the other tests.
      for (const n of [1, 2, 3]) await respondOnce(subject, account, `old ${n}`, response('x'), n)
      await respondOnce(subject, account, 'kept', response('x'), 10)
      assert.equal(await store.idempotency.prune(10, 2), 2)
      assert.equal(await store.idempotency.prune(10, 2), 1)
      assert.equal(await store.idempotency.prune(10, 2), 0)
      assert.deepEqual(await store.idempotency.find(account, 'kept', 0), response('x'))
    },
  })
}

function response(body: string): RememberedAnswer {
  return { request: `fingerprint of ${body}`, status: 201, headers: { location: '/x' }, body }
}

/** What the HTTP layer does: claim, work, store. Undefined when the work was done, otherwise the replayed response. */
function respondOnce(
  { store }: Subject,
  account: AccountId,
  key: string,
  created: RememberedAnswer,
  now = NOW,
): Promise<RememberedAnswer | undefined> {
  return store.write(async (tx) => {
    const replay = await store.idempotency.claim(tx, { account, key, at: now, notBefore: now - STORED })
    if (replay !== undefined) return replay
    await store.idempotency.remember(tx, account, key, created)
    return undefined
  })
}
