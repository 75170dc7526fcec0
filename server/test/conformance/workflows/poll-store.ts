import assert from 'node:assert/strict'
import { newPoll, type Poll, type Trigger } from '#domain/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { PollMemory, savePollTrigger } from './poll-samples.ts'

/** A poll with every field filled in. */
const samplePoll = ({ id, accountId }: Trigger, changes: Partial<Poll> = {}): Poll => ({
  triggerId: id,
  accountId,
  cursor: { after: '2026-01-31', page: 2 },
  isPrimed: true,
  isBehind: true,
  claim: '018f0000-0000-7000-8000-000000000001',
  claimUntil: 1_000,
  polledAt: 2_000,
  found: 3,
  failures: 4,
  failedAt: 5_000,
  failingSince: 4_000,
  error: { code: 'HTTP_503', message: 'The service answered with 503.' },
  reportedAt: 6_000,
  position: 7,
  memory: '018f0000-0000-7000-8000-000000000002',
  fruitlessPages: 8,
  ...changes,
})

async function savePoll({ store }: Subject, poll: Poll): Promise<Poll> {
  await store.write((tx) => store.polls.save(tx, poll))
  return poll
}

async function findPoll({ store }: Subject, { id, accountId }: Trigger): Promise<Poll | undefined> {
  return (await store.polls.find(accountId, [id])).get(id)
}

export function testPollStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'A poll is read back as it was saved, and updated if it is saved again'(subject) {
      const trigger = await savePollTrigger(subject)
      assert.equal(await findPoll(subject, trigger), undefined)
      const poll = await savePoll(subject, samplePoll(trigger))
      assert.deepEqual(await findPoll(subject, trigger), poll)
      const empty = await savePoll(subject, newPoll(trigger.id, trigger.accountId))
      assert.deepEqual(await findPoll(subject, trigger), empty)
    },

    async 'A cursor and an error are read back unchanged, whatever they contain'(subject) {
      const trigger = await savePollTrigger(subject)
      const cursors = { ...AWKWARD_DOCUMENTS, text: 'a\u0000b \ud83d\ude00', zero: 0, no: false, none: null }
      for (const [what, cursor] of Object.entries(cursors)) {
        await savePoll(subject, samplePoll(trigger, { cursor }))
        const found = await findPoll(subject, trigger)
        assert.equal(JSON.stringify(found?.cursor), JSON.stringify(cursor), what)
      }
      const error = { code: 'HTTP_500', message: 'a\u0000b "\ud83d\ude00" \n' }
      await savePoll(subject, samplePoll(trigger, { error }))
      assert.deepEqual((await findPoll(subject, trigger))?.error, error)
    },

    async 'The polls of another account are not visible'(subject) {
      const { store } = subject
      const [one, two] = [await savePollTrigger(subject), await savePollTrigger(subject)]
      await savePoll(subject, samplePoll(one))
      const poll = await savePoll(subject, samplePoll(two))
      const found = await store.polls.find(two.accountId, [one.id, two.id])
      assert.deepEqual([...found], [[two.id, poll]])
      assert.deepEqual([...(await store.polls.find(two.accountId, []))], [])
    },

    async 'Keys are remembered for each trigger on its own, and counted'(subject) {
      const { store } = subject
      const [one, two] = [await PollMemory.open(subject), await PollMemory.open(subject)]
      const awkward = ['', ' ', 'A', 'a', 'ä', '\ud83d\ude00', 'x'.repeat(200), "'; --"]
      await one.remember(awkward)
      await two.remember(['b'])
      assert.deepEqual(await one.seen(...awkward, 'b', 'B'), awkward)
      assert.deepEqual(await two.seen(...awkward, 'b', 'B'), ['b'])
      const counts = await store.polls.countRemembered([one.id, two.id])
      assert.deepEqual([counts.get(one.id), counts.get(two.id)], [awkward.length, 1])
      assert.deepEqual([...(await store.polls.countRemembered([]))], [])
    },

    async 'The keys that were seen last are kept'(subject) {
      const memory = await PollMemory.open(subject)
      await memory.remember(['a', 'b', 'c'], [], 3)
      // `a` is seen again, so `b` is now the one that was seen longest ago.
      await memory.remember(['d'], ['a'], 3)
      assert.deepEqual(await memory.seen('a', 'b', 'c', 'd'), ['a', 'c', 'd'])
      await memory.remember(['e', 'f'], ['d'], 3)
      assert.deepEqual(await memory.seen('a', 'b', 'c', 'd', 'e', 'f'), ['d', 'e', 'f'])
      await memory.remember([], ['e'], 1)
      assert.deepEqual(await memory.seen('d', 'e', 'f'), ['d', 'e', 'f'], 'nothing new, nothing forgotten')
      await memory.remember(['g'], [], 1)
      assert.deepEqual(await memory.seen('d', 'e', 'f', 'g'), ['g'])
    },

    async 'More keys than fit into one statement are remembered and found'(subject) {
      const memory = await PollMemory.open(subject)
      const keys = Array.from({ length: 2_300 }, (_, n) => `key ${n}`)
      await memory.remember(keys.slice(0, 1_200), [], 5_000)
      await memory.remember(keys.slice(1_200), keys.slice(0, 1_200), 5_000)
      assert.deepEqual(await memory.seen(...keys, 'another'), keys)
      // Forgetting stays a short statement: after the limit was lowered, it takes a second call.
      await memory.remember(['another'], [], 1_000)
      assert.equal(await memory.count(), 1_300)
      await memory.remember(['one more'], ['another'], 1_000)
      assert.equal(await memory.count(), 1_000)
      assert.deepEqual(await memory.seen('another', 'one more', 'key 2299', 'key 0'), [
        'another',
        'one more',
        'key 2299',
      ])
    },

    async 'A reset forgets everything, and so does deleting the trigger'(subject) {
      const { store } = subject
      for (const how of ['reset', 'delete'] as const) {
        const trigger = await savePollTrigger(subject)
        const memory = subject.ids.next(1)
        await savePoll(subject, samplePoll(trigger, { memory }))
        await store.write((tx) =>
          store.polls.remember(tx, { memory, position: 0 }, { added: ['a', 'b'], present: [], limit: 10 }),
        )
        await store.write((tx) =>
          how === 'reset'
            ? store.polls.reset(tx, trigger.id)
            : store.triggers.delete(tx, trigger.accountId, [trigger.id]),
        )
        assert.equal(await findPoll(subject, trigger), undefined)
        assert.equal((await store.polls.findSeen(trigger.id, ['a', 'b'])).size, 0)
        assert.equal((await store.polls.countRemembered([trigger.id])).get(trigger.id), undefined)
      }
    },

    async 'Polls that fail are counted, with the time since when the first of them fails'(subject) {
      const { store } = subject
      const before = await store.polls.countFailing(1_000)
      assert.deepEqual(before, { count: 0, since: null })
      for (const [failures, failingSince] of [
        [1_000, 300],
        [1_001, 200],
        [999, 100],
        [1_000, null],
      ] as const) {
        const trigger = await savePollTrigger(subject, { fireAt: 1 })
        await savePoll(subject, samplePoll(trigger, { failures, failingSince }))
      }
      const stopped = await savePollTrigger(subject)
      await savePoll(subject, samplePoll(stopped, { failures: 1_000, failingSince: 50 }))
      assert.deepEqual(await store.polls.countFailing(1_000), { count: 2, since: 200 })
    },

    async 'What a transaction stored is visible in it, and rolled back with it'(subject) {
      const { store } = subject
      const trigger = await savePollTrigger(subject)
      const memory = subject.ids.next(1)
      const poll = await savePoll(subject, samplePoll(trigger, { memory }))
      const failing = store.write(async (tx) => {
        await store.polls.save(tx, { ...poll, cursor: 'later' })
        await store.polls.remember(tx, { ...poll, memory }, { added: ['a'], present: [], limit: 10 })
        assert.equal((await store.polls.findSeen(trigger.id, ['a'], tx)).size, 1)
        throw new Error('not today')
      })
      await assert.rejects(failing, /not today/)
      assert.deepEqual(await findPoll(subject, trigger), poll)
      assert.equal((await store.polls.findSeen(trigger.id, ['a'])).size, 0)
    },
  })
}
