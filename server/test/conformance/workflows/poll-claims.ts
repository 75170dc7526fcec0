import assert from 'node:assert/strict'
import { newPoll, type Trigger } from '#domain/index.ts'
import { type ConformanceOptions, type Subject, testPromises } from '../conformance-suite.ts'
import { CLAIM_MS, claimDue, endTimes, savePollTrigger } from './poll-samples.ts'
import { insertWorkflow, sampleTrigger, saveTrigger } from './trigger-samples.ts'

const idsOf = (claimed: readonly { readonly trigger: Trigger }[]) => claimed.map(({ trigger }) => trigger.id)

async function fireTimeOf({ store }: Subject, { accountId, workflowId }: Trigger) {
  const [trigger] = await store.triggers.list(accountId, workflowId)
  return trigger?.fireAt
}

export function testPollClaims(options: ConformanceOptions): void {
  testPromises(options, {
    async 'Due polls are claimed, those due longest first, and nothing else is'(subject) {
      await endTimes(subject)
      const { store } = subject
      const second = await savePollTrigger(subject, { fireAt: 2_000 })
      const first = await savePollTrigger(subject, { fireAt: 1_000 })
      const third = await savePollTrigger(subject, { fireAt: 3_000 })
      await savePollTrigger(subject, { fireAt: null })
      const workflow = await insertWorkflow(subject, await subject.newAccount())
      await saveTrigger(subject, sampleTrigger(subject, workflow, { kind: 'schedule', fireAt: 500 }))
      assert.equal(await store.polls.nextDue(), 1_000)
      assert.deepEqual(await claimDue(subject, { now: 999 }), [])
      assert.deepEqual(idsOf(await claimDue(subject, { now: 2_000, limit: 1 })), [first.id])
      assert.deepEqual(idsOf(await claimDue(subject, { now: 2_000 })), [second.id])
      assert.equal(await store.polls.nextDue(), 2_000 + CLAIM_MS)
      const [claimed] = await claimDue(subject, { now: 3_000, limit: 3 })
      assert.notEqual(claimed?.trigger.id, third.id, 'those with an expired claim were due before')
    },

    async 'The first claim starts with nothing known, and the trigger as it was'(subject) {
      await endTimes(subject)
      const trigger = await savePollTrigger(subject, { fireAt: 1_000 })
      const [claimed] = await claimDue(subject, { now: 1_500, databaseNow: 7_000 })
      const { claim } = claimed?.poll ?? assert.fail('nothing was claimed')
      assert.ok(claim)
      assert.deepEqual(claimed, {
        trigger,
        poll: { ...newPoll(trigger.id, trigger.accountId), claim, claimUntil: 7_000 + CLAIM_MS },
      })
      assert.equal(await fireTimeOf(subject, trigger), 1_500 + CLAIM_MS)
    },

    async 'While a claim holds by database time, the trigger is not claimed again, even if it becomes due'(
      subject,
    ) {
      await endTimes(subject)
      const trigger = await savePollTrigger(subject, { fireAt: 1_000 })
      const [first] = await claimDue(subject, { now: 1_000, databaseNow: 5_000 })
      await saveTrigger(subject, { ...trigger, fireAt: 1_001 })
      const again = (databaseNow: number) => claimDue(subject, { now: 1_002, databaseNow })
      assert.deepEqual(await again(5_000 + CLAIM_MS - 1), [])
      const [second] = await again(5_000 + CLAIM_MS)
      assert.equal(second?.trigger.id, trigger.id)
      assert.notEqual(second.poll.claim, first?.poll.claim)
    },

    async 'A claim keeps what is known about the polls'(subject) {
      await endTimes(subject)
      const { store } = subject
      const { id, accountId } = await savePollTrigger(subject, { fireAt: 1_000 })
      const known = { ...newPoll(id, accountId), cursor: { page: 7 }, isPrimed: true, found: 3, failures: 2 }
      await store.write((tx) => store.polls.save(tx, known))
      const [claimed] = await claimDue(subject, { now: 1_000 })
      assert.deepEqual({ ...claimed?.poll, claim: null, claimUntil: null }, known)
    },

    async 'Polls of paused accounts and of accounts that are busy are not claimed'(subject) {
      await endTimes(subject)
      const { store } = subject
      const [paused, busy, other] = [
        await savePollTrigger(subject, { fireAt: 1_000 }),
        await savePollTrigger(subject, { fireAt: 1_000 }),
        await savePollTrigger(subject, { fireAt: 1_500 }),
      ]
      const pause = { at: 1, by: 'Ada' }
      await store.write((tx) => store.pauses.pause(tx, paused.accountId, pause))
      const isBusy = { maxPerAccount: 2, inProgress: new Map([[busy.accountId, 2]]) }
      assert.deepEqual(idsOf(await claimDue(subject, { now: 2_000, ...isBusy })), [other.id])
      assert.equal(await store.polls.nextDue(), 1_000)
      assert.deepEqual(idsOf(await claimDue(subject, { now: 2_000 })), [busy.id])
      await store.write((tx) => store.pauses.resume(tx, paused.accountId))
      assert.deepEqual(idsOf(await claimDue(subject, { now: 2_000 })), [paused.id])
    },

    async 'An account never has more polls in progress than it may, however many are due'(subject) {
      await endTimes(subject)
      const [one, two] = [await subject.newAccount(), await subject.newAccount()]
      const triggers: Trigger[] = []
      for (const [index, account] of [one, one, one, two, two].entries()) {
        triggers.push(await savePollTrigger(subject, { fireAt: 1_000 + index }, account))
      }
      const claim = (inProgress: ReadonlyMap<typeof one, number>) =>
        claimDue(subject, { now: 2_000, limit: 5, maxPerAccount: 3, inProgress })
      const first = await claim(new Map([[one, 2]]))
      assert.deepEqual(idsOf(first), [triggers[0]?.id, triggers[3]?.id, triggers[4]?.id])
      assert.deepEqual(idsOf(await claim(new Map([[one, 3]]))), [])
      assert.deepEqual(idsOf(await claim(new Map())), [triggers[1]?.id, triggers[2]?.id])
    },

    async 'Of many concurrent claims of a poll, exactly one succeeds'(subject) {
      await endTimes(subject)
      const account = await subject.newAccount()
      const triggers: string[] = []
      for (let count = 0; count < 12; count += 1) {
        triggers.push((await savePollTrigger(subject, { fireAt: 1_000 }, account)).id)
      }
      const other = await subject.fixture.open()
      try {
        const stores = [subject.store, other, subject.store, other, subject.store, other]
        const claims = stores.map((store) => claimDue(subject, { now: 1_000, limit: 5, store }))
        const claimed = (await Promise.all(claims)).flatMap(idsOf)
        const rest = idsOf(await claimDue(subject, { now: 1_000 }))
        assert.deepEqual([...claimed, ...rest].sort(), triggers.sort())
      } finally {
        await other.close()
      }
    },

    async 'A claim is found until it is lost, and says whether the account is paused'(subject) {
      await endTimes(subject)
      const { store } = subject
      const trigger = await savePollTrigger(subject, { fireAt: 1_000 })
      const find = (claim: string) => store.write((tx) => store.polls.findClaimed(tx, trigger.id, claim))
      const [first] = await claimDue(subject, { now: 1_000 })
      const claim = first?.poll.claim ?? ''
      const found = await find(claim)
      assert.deepEqual(found, { ...first, trigger: { ...trigger, fireAt: 1_100 }, isAccountPaused: false })
      assert.equal(await find(subject.ids.next(1)), undefined)
      await store.write((tx) => store.pauses.pause(tx, trigger.accountId, { at: 1, by: 'Ada' }))
      assert.equal((await find(claim))?.isAccountPaused, true)
      await store.write((tx) => store.pauses.resume(tx, trigger.accountId))
      const [second] = await claimDue(subject, { now: 1_000 + CLAIM_MS })
      assert.equal(await find(claim), undefined, 'another process has claimed it')
      await store.write((tx) => store.polls.reset(tx, trigger.id))
      assert.equal(await find(second?.poll.claim ?? ''), undefined, 'it was reset')
    },

    async 'A process that is alone ends all claims, and their triggers are due'(subject) {
      await endTimes(subject)
      const { store } = subject
      const [active, paused] = [
        await savePollTrigger(subject, { fireAt: 1_000 }),
        await savePollTrigger(subject, { fireAt: 1_000 }),
      ]
      const later = await savePollTrigger(subject, { fireAt: 9_000 })
      const before = await claimDue(subject, { now: 1_000 })
      assert.equal(before.length, 2)
      await saveTrigger(subject, { ...paused, pausedAt: 1, pausedBy: 'Ada', fireAt: null })
      await store.write((tx) => store.polls.releaseClaims(tx, 1_001))
      assert.equal(await fireTimeOf(subject, paused), null)
      assert.equal(await fireTimeOf(subject, later), 9_000)
      assert.deepEqual(idsOf(await claimDue(subject, { now: 1_001 })), [active.id])
    },
  })
}
