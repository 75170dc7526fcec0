import assert from 'node:assert/strict'
import type { AccountId } from '#domain/index.ts'
import type { RememberedAnswer } from '#ports/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from './conformance-suite.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const KEPT = 1_000

export function testIdempotencyStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'remembers an answer with the work and gives it to every later claim'(subject) {
      const account = await subject.newAccount()
      assert.equal(await answerOnce(subject, account, 'k', answer('first')), undefined)
      assert.deepEqual(await answerOnce(subject, account, 'k', answer('second')), answer('first'))
      assert.deepEqual(await subject.store.idempotency.find(account, 'k', NOW - KEPT), answer('first'))
    },

    async 'does the work once when many ask at the same time, and gives all the same answer'(subject) {
      const account = await subject.newAccount()
      const asked = Array.from({ length: 50 }, (_, n) =>
        answerOnce(subject, account, 'k', answer(`answer ${n}`)),
      )
      const replays = await Promise.all(asked)
      const winner = replays.indexOf(undefined)
      assert.equal(replays.lastIndexOf(undefined), winner)
      for (const [index, replay] of replays.entries()) {
        if (index !== winner) assert.deepEqual(replay, answer(`answer ${winner}`))
      }
    },

    async 'frees the key when the work fails, for one of those who wait too'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      const failing = store.write(async (tx) => {
        await store.idempotency.claim(tx, { account, key: 'k', at: NOW, notBefore: NOW - KEPT })
        throw new Error('the work failed')
      })
      const waiting = Array.from({ length: 10 }, () => answerOnce(subject, account, 'k', answer('mended')))
      await assert.rejects(failing, { message: 'the work failed' })
      const replays = await Promise.all(waiting)
      assert.equal(replays.filter((replay) => replay === undefined).length, 1)
    },

    async 'keeps the keys of accounts apart, and one key from another'(subject) {
      const [a, b] = [await subject.newAccount(), await subject.newAccount()]
      await answerOnce(subject, a, 'k', answer('of a'))
      assert.equal(await subject.store.idempotency.find(b, 'k', 0), undefined)
      assert.equal(await answerOnce(subject, b, 'k', answer('of b')), undefined)
      assert.equal(await answerOnce(subject, a, 'K', answer('another key')), undefined)
      assert.deepEqual(await subject.store.idempotency.find(a, 'k', 0), answer('of a'))
    },

    async 'gives an expired key away again, with nothing left of the old answer'(subject) {
      const account = await subject.newAccount()
      await answerOnce(subject, account, 'k', answer('old'))
      const { idempotency } = subject.store
      assert.deepEqual(await idempotency.find(account, 'k', NOW), answer('old'))
      assert.equal(await idempotency.find(account, 'k', NOW + 1), undefined)
      const later = NOW + KEPT + 1
      assert.equal(await answerOnce(subject, account, 'k', answer('new'), later), undefined)
      assert.deepEqual(await idempotency.find(account, 'k', later), answer('new'))
    },

    async 'can replace the answer by a later one'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      await answerOnce(subject, account, 'k', answer('accepted'))
      await store.write((tx) => store.idempotency.remember(tx, account, 'k', answer('completed')))
      assert.deepEqual(await store.idempotency.find(account, 'k', 0), answer('completed'))
    },

    async 'keeps bodies and keys of every kind'(subject) {
      const account = await subject.newAccount()
      const body = JSON.stringify({ text: '\u0000 🦆 ä'.repeat(10_000) })
      const key = `${'k'.repeat(253)}'ü`
      await answerOnce(subject, account, key, { ...answer('x'), body })
      assert.equal((await subject.store.idempotency.find(account, key, 0))?.body, body)
    },

    async 'prunes the old ones, not more at once than allowed, and leaves the rest'(subject) {
      const { store } = subject
      const account = await subject.newAccount()
      // Older than anything the other tests leave behind.
      for (const n of [1, 2, 3]) await answerOnce(subject, account, `old ${n}`, answer('x'), n)
      await answerOnce(subject, account, 'kept', answer('x'), 10)
      assert.equal(await store.idempotency.prune(10, 2), 2)
      assert.equal(await store.idempotency.prune(10, 2), 1)
      assert.equal(await store.idempotency.prune(10, 2), 0)
      assert.deepEqual(await store.idempotency.find(account, 'kept', 0), answer('x'))
    },
  })
}

function answer(body: string): RememberedAnswer {
  return { request: `fingerprint of ${body}`, status: 201, headers: { location: '/x' }, body }
}

/** What the web layer does: claim, work, remember. Undefined when the work was done, else the replayed answer. */
function answerOnce(
  { store }: Subject,
  account: AccountId,
  key: string,
  made: RememberedAnswer,
  now = NOW,
): Promise<RememberedAnswer | undefined> {
  return store.write(async (tx) => {
    const replay = await store.idempotency.claim(tx, { account, key, at: now, notBefore: now - KEPT })
    if (replay !== undefined) return replay
    await store.idempotency.remember(tx, account, key, made)
    return undefined
  })
}
