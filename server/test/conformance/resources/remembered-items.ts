import assert from 'node:assert/strict'
import type { StateAddress, StateChange } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { PollMemory } from '../workflows/poll-samples.ts'
import { insertWorkflow } from '../workflows/trigger-samples.ts'

const keys = (from: number, count: number) => Array.from({ length: count }, (_, n) => `key ${from + n}`)

/** Deletes what was forgotten, and returns how many batches it took. */
async function deleteForgotten({ store }: Subject, limit: number): Promise<number> {
  let batches = 0
  while (await store.rememberedItems.deleteForgotten(limit)) batches += 1
  return batches
}

async function change(subject: Subject, address: StateAddress, changed: StateChange, at = 0): Promise<void> {
  const { store, ids } = subject
  const settle = () => ({ change: changed, steps: [] })
  await store.write((tx) => store.state.use(tx, { address, items: [], at, newId: ids.next(0), settle }))
}

const remembering = (items: readonly string[]): StateChange => ({
  kind: 'remember',
  items,
  present: [],
  limit: 100,
  expiresAt: null,
})

/** What polls and state remember: forgotten at once, deleted in batches. */
export function testRememberedItems(options: ConformanceOptions): void {
  testPromises(options, {
    async 'The items of a poll that was reset are deleted in batches'(subject) {
      await deleteForgotten(subject, 1_000)
      const memory = await PollMemory.open(subject)
      await memory.remember(keys(0, 25))
      assert.equal(await deleteForgotten(subject, 10), 0, 'what is remembered is not deleted')
      await memory.reset()
      assert.equal(await memory.count(), 0)
      assert.equal(await deleteForgotten(subject, 10), 3)
      assert.equal(await deleteForgotten(subject, 10), 0)
    },

    async 'A poll that was reset remembers the same items again at once, and keeps them'(subject) {
      const memory = await PollMemory.open(subject)
      await memory.remember(['a', 'b', 'c'])
      await memory.reset()
      assert.deepEqual(await memory.seen('a', 'b', 'c'), [])
      await memory.remember(['a', 'b'])
      await deleteForgotten(subject, 1)
      assert.deepEqual(await memory.seen('a', 'b', 'c'), ['a', 'b'])
    },

    async 'State that was deleted remembers the same items again at once, and keeps them'(subject) {
      const { store } = subject
      const address = { accountId: await subject.newAccount(), scope: 'account', key: 'seen' }
      const count = async () => (await store.state.find(address, 0))?.remembered
      await change(subject, address, remembering(['a', 'b', 'c']))
      await change(subject, address, { kind: 'delete' })
      assert.equal(await count(), undefined)
      await change(subject, address, remembering(['a', 'b']))
      assert.ok((await deleteForgotten(subject, 1)) > 0)
      assert.equal(await count(), 2)
    },

    async 'A value in place of items forgets them, and so does the deletion of the workflow'(subject) {
      const { store } = subject
      const { accountId, id } = await insertWorkflow(subject, await subject.newAccount())
      const address = { accountId, scope: id, key: 'seen' }
      await deleteForgotten(subject, 1_000)
      await change(subject, address, remembering(keys(0, 5)))
      await change(subject, address, { kind: 'set', value: 1, expiresAt: null })
      assert.equal(await deleteForgotten(subject, 4), 2)
      for (const key of ['one', 'two']) await change(subject, { ...address, key }, remembering(keys(0, 5)))
      await store.write((tx) => store.workflows.delete(tx, accountId, id, 1))
      assert.equal(await deleteForgotten(subject, 4), 3)
    },

    async 'The deletion of a trigger forgets what its polls remember, and nothing of other triggers'(
      subject,
    ) {
      const { store } = subject
      const [deleted, kept] = [await PollMemory.open(subject), await PollMemory.open(subject)]
      await deleteForgotten(subject, 1_000)
      for (const memory of [deleted, kept]) await memory.remember(keys(0, 5))
      await store.write((tx) => store.triggers.delete(tx, kept.trigger.accountId, [deleted.id]))
      assert.equal(await deleteForgotten(subject, 4), 0, 'it belongs to another account')
      await store.write((tx) => store.triggers.delete(tx, deleted.trigger.accountId, [deleted.id, kept.id]))
      assert.equal(await deleteForgotten(subject, 4), 2)
      assert.deepEqual([await deleted.count(), await kept.count()], [0, 5])
    },

    async 'Many small memories are deleted together'(subject) {
      const memories = await Promise.all(Array.from({ length: 12 }, () => PollMemory.open(subject)))
      await deleteForgotten(subject, 1_000)
      for (const memory of memories) await memory.remember(['a'])
      for (const memory of memories) await memory.reset()
      assert.equal(await deleteForgotten(subject, 1_000), 1)
    },

    async 'What is not forgotten after a transaction was rolled back stays'(subject) {
      const { store } = subject
      const memory = await PollMemory.open(subject)
      await memory.remember(['a'])
      const failing = store.write(async (tx) => {
        await store.polls.reset(tx, memory.id)
        throw new Error('not today')
      })
      await assert.rejects(failing, /not today/)
      await deleteForgotten(subject, 1_000)
      assert.deepEqual(await memory.seen('a'), ['a'])
    },

    async 'A list that changes slowly never loses an item that is still in it, at the limit'(subject) {
      const memory = await PollMemory.open(subject)
      const limit = 40
      await memory.remember(keys(0, limit), [], limit)
      for (let first = 1; first <= 3 * limit; first += 1) {
        // One item leaves the list, and one is new.
        await memory.remember(keys(first + limit - 1, 1), keys(first, limit - 1), limit)
        assert.deepEqual(await memory.seen(...keys(first, limit)), keys(first, limit))
        assert.equal(await memory.count(), limit)
      }
    },

    async 'An item that was in the list until now is kept longer than one that left it long ago'(subject) {
      const memory = await PollMemory.open(subject)
      const limit = 40
      await memory.remember(['always', ...keys(0, limit - 1)], [], limit)
      for (let n = 0; n < 2 * limit; n += 1) await memory.remember(keys(limit + n, 1), ['always'], limit)
      // It leaves the list; the order is exact up to a quarter of the limit.
      await memory.remember(keys(1_000, limit / 2), [], limit)
      assert.deepEqual(await memory.seen('always', `key ${limit}`), ['always'])
      await memory.remember(keys(2_000, limit), [], limit)
      assert.deepEqual(await memory.seen('always', ...keys(2_000, limit)), keys(2_000, limit))
    },
  })
}
