import assert from 'node:assert/strict'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions } from '../engine-store.ts'
import {
  accept,
  checkpointOf,
  ENDED,
  park,
  sampleAnswer,
  sampleSignal,
  sampleWait,
  sampleWaiting,
  signal,
} from './execution-samples.ts'
import { sampleStep } from '../samples.ts'

/** How signals reach an execution and wake it. */
export function testExecutionSignals(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'A signal wakes a parked execution for the signalling owner, with everything recorded'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids)
      await park(subject, open, [wait], { steps: [sampleStep('a')], activeMs: 40 })
      const answer = sampleAnswer(ids, wait.id)
      assert.equal(await signal(subject, open, answer, 'runner-9'), 'woken')
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'running')
      assert.deepEqual(await store.journal.load(open.id, 'runner-9'), {
        ...open,
        owner: 'runner-9',
        sequence: 1,
        activeMs: 40,
        steps: [sampleStep('a')],
        signals: [answer],
        signalSequence: 1,
      })
      assert.equal(await store.journal.checkpoint(checkpointOf(open, { sequence: 1 })), 'lost')
    },

    async 'A signal without an owner leaves the execution to any claimant'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await park(subject, open, [sampleWait(ids)])
      assert.equal(await signal(subject, open, sampleSignal(ids), ''), 'woken')
      assert.equal(await signal(subject, open, sampleSignal(ids), 'runner-9'), 'enqueued')
      assert.deepEqual(await store.claims.claim('runner-2', 10), [open.id])
      assert.equal((await store.journal.load(open.id, 'runner-2'))?.signals.length, 2)
    },

    async 'Signals are kept in order of arrival until they are consumed, and all are counted'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const sent = [
        sampleSignal(ids, { event: 'a' }),
        sampleSignal(ids, { event: 'b', at: 1 }),
        sampleSignal(ids, { event: 'a', data: null }),
      ]
      for (const one of sent) assert.equal(await signal(subject, open, one), 'enqueued')
      assert.deepEqual(await store.journal.signals(open.id), { signals: sent, signalSequence: 3 })
      const taken = checkpointOf(open, { takenSignals: [sent[0]?.id ?? '', sent[2]?.id ?? ''] })
      assert.equal(await store.journal.checkpoint(taken), 'committed')
      const late = sampleSignal(ids, { event: 'c' })
      await signal(subject, open, late)
      const left = { signals: [sent[1], late], signalSequence: 4 }
      assert.deepEqual(await store.journal.signals(open.id), left)
      const loaded = await store.journal.load(open.id, open.owner)
      assert.deepEqual({ signals: loaded?.signals, signalSequence: loaded?.signalSequence }, left)
      assert.deepEqual(await store.claims.findOwned(open.owner, [open.id]), new Map([[open.id, 4]]))
    },

    async 'A wait accepts one answer, before and after the wait has ended'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids)
      const parked = await park(subject, open, [wait])
      const answers = [sampleAnswer(ids, wait.id), sampleAnswer(ids, wait.id), sampleAnswer(ids, wait.id)]
      const results = await Promise.all(answers.map((answer) => signal(subject, parked, answer)))
      assert.deepEqual(results.toSorted(), ['answered', 'answered', 'woken'])
      const [taken] = (await store.journal.signals(open.id)).signals
      assert.deepEqual(taken, answers[results.indexOf('woken')])
      assert.equal((await store.journal.signals(open.id)).signalSequence, 1)
      await store.journal.checkpoint(
        checkpointOf(open, {
          owner: 'runner-9',
          sequence: 1,
          takenSignals: [taken?.id ?? ''],
          endedWaits: [wait.id],
        }),
      )
      assert.equal(await store.executions.findWait(wait.id), undefined)
      assert.equal(await signal(subject, open, sampleAnswer(ids, wait.id)), 'answered')
      assert.deepEqual(await store.journal.signals(open.id), { signals: [], signalSequence: 1 })
    },

    async 'An answer is kept for a wait that the execution has not reached yet'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids)
      assert.equal(await store.executions.canStillReachWait(open.id, wait.id), true)
      const answer = sampleAnswer(ids, wait.id)
      assert.equal(await signal(subject, open, answer), 'enqueued')
      assert.equal(await signal(subject, open, sampleAnswer(ids, wait.id)), 'answered')
      assert.deepEqual((await store.journal.signals(open.id)).signals, [answer])
      await store.journal.checkpoint(checkpointOf(open, { waits: [wait], steps: [sampleWaiting(wait.id)] }))
      assert.equal(await store.executions.canStillReachWait(open.id, wait.id), false)
      await store.journal.checkpoint(
        checkpointOf(open, { sequence: 1, takenSignals: [answer.id], endedWaits: [wait.id], next: ENDED }),
      )
      assert.equal(await store.executions.canStillReachWait(open.id, ids.next(0)), false)
      assert.equal(await signal(subject, open, sampleAnswer(ids, wait.id)), 'ended')
    },

    async 'An answer to a wait of another execution is rejected'(subject) {
      const { ids } = subject
      const [one, other] = [await accept(subject), await accept(subject)]
      const wait = sampleWait(ids)
      await park(subject, one, [wait])
      assert.equal(await signal(subject, other, sampleAnswer(ids, wait.id)), 'answered')
      assert.equal(await signal(subject, one, sampleAnswer(ids, wait.id)), 'woken')
    },

    async 'A thousand unconsumed events are kept, and answers are still accepted'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids)
      await store.journal.checkpoint(checkpointOf(open, { waits: [wait] }))
      await store.write(async (tx) => {
        for (let n = 0; n < 1_000; n += 1) {
          const request = { executionId: open.id, signal: sampleSignal(ids, { data: n }), owner: '' }
          assert.equal(await store.intake.signal(tx, request), 'enqueued')
        }
      })
      assert.equal(await signal(subject, open, sampleSignal(ids)), 'full')
      assert.equal(await signal(subject, open, sampleAnswer(ids, wait.id)), 'enqueued')
      const { signals, signalSequence } = await store.journal.signals(open.id)
      assert.equal(signalSequence, 1_001)
      await store.journal.checkpoint(
        checkpointOf(open, { sequence: 1, takenSignals: signals.slice(0, 1_000).map(({ id }) => id) }),
      )
      assert.equal(await signal(subject, open, sampleSignal(ids)), 'enqueued')
    },

    async 'A signal that arrives too late is reported as such'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await store.journal.checkpoint(checkpointOf(open, { next: ENDED }))
      assert.equal(await signal(subject, open, sampleSignal(ids)), 'ended')
      assert.equal(await signal(subject, open, sampleAnswer(ids, ids.next(0))), 'ended')
      assert.equal(await signal(subject, { id: ids.next(0) }, sampleSignal(ids)), 'ended')
      assert.deepEqual(await store.journal.signals(open.id), { signals: [], signalSequence: 0 })
    },

    async 'A signal commits or rolls back with its transaction'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await park(subject, open, [sampleWait(ids)])
      const failing = store.write(async (tx) => {
        const request = { executionId: open.id, signal: sampleSignal(ids), owner: 'runner-9' }
        assert.equal(await store.intake.signal(tx, request), 'woken')
        throw new Error('undone')
      })
      await assert.rejects(failing, { message: 'undone' })
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'pending')
      assert.deepEqual(await store.journal.signals(open.id), { signals: [], signalSequence: 0 })
    },

    async 'The data of every signal is read back unchanged'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const documents = [...Object.values(AWKWARD_DOCUMENTS), null, 'text\u0000', 0, false, [1, [2]]]
      for (const data of documents) await signal(subject, open, sampleSignal(ids, { data }))
      const { signals } = await store.journal.signals(open.id)
      assert.equal(JSON.stringify(signals.map(({ data }) => data)), JSON.stringify(documents))
    },

    async 'Each of many concurrent signals is counted'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await park(subject, open, [sampleWait(ids)])
      const sent = Array.from({ length: 100 }, () => sampleSignal(ids))
      const results = await Promise.all(sent.map((one) => signal(subject, open, one)))
      assert.equal(results.filter((result) => result === 'woken').length, 1)
      assert.equal(results.filter((result) => result === 'enqueued').length, 99)
      const { signals, signalSequence } = await store.journal.signals(open.id)
      assert.equal(signalSequence, 100)
      assert.deepEqual(
        signals.map(({ id }) => id).toSorted(),
        sent.map(({ id }) => id),
      )
    },
  })
}
