import assert from 'node:assert/strict'
import type { Checkpoint, OpenExecution, OpenWait, Wait } from '#ports/execution-store.ts'
import { AWKWARD_DOCUMENTS } from './awkward-json.ts'
import { type ConformanceOptions, testPromises } from './conformance-suite.ts'
import {
  accept,
  checkpointOf,
  ENDED,
  insertWorkflow,
  park,
  readAll,
  sampleAnswer,
  sampleChild,
  sampleSignal,
  sampleWait,
  signal,
} from './execution-samples.ts'
import { sampleStep } from './samples.ts'

/** Parking, and the signals that wake. */
export function testExecutionWaits(options: ConformanceOptions): void {
  testPromises(options, {
    async 'parks an execution: pending, nobody’s, with its waits to be found by their links'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const waits = [sampleWait(ids, { kind: 'approval', dueAt: 5_000 }), sampleWait(ids)]
      await park(subject, open, waits, { steps: [sampleStep('a')], activeMs: 40 })
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'pending')
      for (const owner of [open.owner, '']) {
        assert.equal(await store.executions.load(open.id, owner), undefined)
        assert.deepEqual(await store.executions.standing(owner, [open.id]), new Map())
      }
      const found = await Promise.all(waits.map(({ id }) => store.executions.findWait(id)))
      assert.deepEqual(
        found,
        waits.map((wait) => openWait(open, wait)),
      )
      assert.equal(await store.executions.findWait(ids.next(0)), undefined)
    },

    async 'writes nothing of a park when a signal came since it looked'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const [old, wait] = [sampleWait(ids), sampleWait(ids)]
      await store.executions.checkpoint(checkpointOf(open, { waits: [old] }))
      assert.equal(await signal(subject, open, sampleSignal(ids)), 'noted')
      const before = await readAll(subject, open)
      const child = sampleChild(ids, open, { executionId: open.id, waitId: wait.id })
      const parking: Partial<Checkpoint> = {
        sequence: 1,
        steps: [sampleStep('a')],
        waits: [wait],
        waitsOver: [old.id],
        signalsTaken: before.signals.signals.map(({ id }) => id),
        children: [child],
      }
      const at = (signalSequence: number) =>
        store.executions.checkpoint(
          checkpointOf(open, { ...parking, next: { kind: 'park', signalSequence } }),
        )
      assert.equal(await at(0), 'signalled')
      assert.deepEqual(await readAll(subject, open), before)
      assert.equal(await store.executions.findWait(wait.id), undefined)
      assert.deepEqual(await store.executions.findWait(old.id), openWait(open, old))
      assert.equal(await store.executions.find(child.accountId, child.id), undefined)

      assert.equal(await at(1), 'committed')
      assert.equal(await store.executions.findWait(old.id), undefined)
      assert.deepEqual((await store.executions.signals(open.id)).signals, [])
      assert.equal((await store.executions.find(child.accountId, child.id))?.status, 'running')
    },

    async 'wakes a parked execution for the one who signals, with everything it had'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids)
      await park(subject, open, [wait], { steps: [sampleStep('a')], activeMs: 40 })
      const answer = sampleAnswer(ids, wait.id)
      assert.equal(await signal(subject, open, answer, 'runner-9'), 'woken')
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'running')
      assert.deepEqual(await store.executions.load(open.id, 'runner-9'), {
        ...open,
        owner: 'runner-9',
        sequence: 1,
        activeMs: 40,
        steps: [sampleStep('a')],
        signals: [answer],
        signalSequence: 1,
      })
      assert.equal(await store.executions.checkpoint(checkpointOf(open, { sequence: 1 })), 'lost')
    },

    async 'leaves it to whoever claims it, when nobody is named'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await park(subject, open, [sampleWait(ids)])
      assert.equal(await signal(subject, open, sampleSignal(ids), ''), 'woken')
      assert.equal(await signal(subject, open, sampleSignal(ids), 'runner-9'), 'noted')
      assert.deepEqual(await store.executions.claim('runner-2', 10), [open.id])
      assert.equal((await store.executions.load(open.id, 'runner-2'))?.signals.length, 2)
    },

    async 'keeps signals in the order in which they came until they are taken, and counts them all'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const sent = [
        sampleSignal(ids, { event: 'a' }),
        sampleSignal(ids, { event: 'b', at: 1 }),
        sampleSignal(ids, { event: 'a', data: null }),
      ]
      for (const one of sent) assert.equal(await signal(subject, open, one), 'noted')
      assert.deepEqual(await store.executions.signals(open.id), { signals: sent, signalSequence: 3 })
      const taken = checkpointOf(open, { signalsTaken: [sent[0]?.id ?? '', sent[2]?.id ?? ''] })
      assert.equal(await store.executions.checkpoint(taken), 'committed')
      const late = sampleSignal(ids, { event: 'c' })
      await signal(subject, open, late)
      const left = { signals: [sent[1], late], signalSequence: 4 }
      assert.deepEqual(await store.executions.signals(open.id), left)
      const loaded = await store.executions.load(open.id, open.owner)
      assert.deepEqual({ signals: loaded?.signals, signalSequence: loaded?.signalSequence }, left)
      assert.deepEqual(await store.executions.standing(open.owner, [open.id]), new Map([[open.id, 4]]))
    },

    async 'takes one answer to a wait, before the wait is over and after'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids)
      const parked = await park(subject, open, [wait])
      const answers = [sampleAnswer(ids, wait.id), sampleAnswer(ids, wait.id), sampleAnswer(ids, wait.id)]
      const results = await Promise.all(answers.map((answer) => signal(subject, parked, answer)))
      assert.deepEqual(results.toSorted(), ['answered', 'answered', 'woken'])
      const [taken] = (await store.executions.signals(open.id)).signals
      assert.deepEqual(taken, answers[results.indexOf('woken')])
      assert.equal((await store.executions.signals(open.id)).signalSequence, 1)
      await store.executions.checkpoint(
        checkpointOf(open, {
          owner: 'runner-9',
          sequence: 1,
          signalsTaken: [taken?.id ?? ''],
          waitsOver: [wait.id],
        }),
      )
      assert.equal(await store.executions.findWait(wait.id), undefined)
      assert.equal(await signal(subject, open, sampleAnswer(ids, wait.id)), 'answered')
      assert.deepEqual(await store.executions.signals(open.id), { signals: [], signalSequence: 1 })
    },

    async 'takes no answer for the wait of another execution'(subject) {
      const { ids } = subject
      const [one, other] = [await accept(subject), await accept(subject)]
      const wait = sampleWait(ids)
      await park(subject, one, [wait])
      assert.equal(await signal(subject, other, sampleAnswer(ids, wait.id)), 'answered')
      assert.equal(await signal(subject, one, sampleAnswer(ids, wait.id)), 'woken')
    },

    async 'keeps a thousand events that nothing takes, and still takes answers'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids)
      await store.executions.checkpoint(checkpointOf(open, { waits: [wait] }))
      await store.write(async (tx) => {
        for (let n = 0; n < 1_000; n += 1) {
          const request = { executionId: open.id, signal: sampleSignal(ids, { data: n }), owner: '' }
          assert.equal(await store.executions.signal(tx, request), 'noted')
        }
      })
      assert.equal(await signal(subject, open, sampleSignal(ids)), 'full')
      assert.equal(await signal(subject, open, sampleAnswer(ids, wait.id)), 'noted')
      const { signals, signalSequence } = await store.executions.signals(open.id)
      assert.equal(signalSequence, 1_001)
      await store.executions.checkpoint(
        checkpointOf(open, { sequence: 1, signalsTaken: signals.slice(0, 1_000).map(({ id }) => id) }),
      )
      assert.equal(await signal(subject, open, sampleSignal(ids)), 'noted')
    },

    async 'tells those who come too late'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await store.executions.checkpoint(checkpointOf(open, { next: ENDED }))
      assert.equal(await signal(subject, open, sampleSignal(ids)), 'ended')
      assert.equal(await signal(subject, open, sampleAnswer(ids, ids.next(0))), 'ended')
      assert.equal(await signal(subject, { id: ids.next(0) }, sampleSignal(ids)), 'ended')
      assert.deepEqual(await store.executions.signals(open.id), { signals: [], signalSequence: 0 })
    },

    async 'leaves a signal with all the rest of its transaction, or not at all'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await park(subject, open, [sampleWait(ids)])
      const failing = store.write(async (tx) => {
        const request = { executionId: open.id, signal: sampleSignal(ids), owner: 'runner-9' }
        assert.equal(await store.executions.signal(tx, request), 'woken')
        throw new Error('undone')
      })
      await assert.rejects(failing, { message: 'undone' })
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'pending')
      assert.deepEqual(await store.executions.signals(open.id), { signals: [], signalSequence: 0 })
    },

    async 'gives back the data of every signal unchanged'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const documents = [...Object.values(AWKWARD_DOCUMENTS), null, 'text\u0000', 0, false, [1, [2]]]
      for (const data of documents) await signal(subject, open, sampleSignal(ids, { data }))
      const { signals } = await store.executions.signals(open.id)
      assert.equal(JSON.stringify(signals.map(({ data }) => data)), JSON.stringify(documents))
    },

    async 'never parks on a signal that comes at the same moment'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const other = await subject.home.open()
      try {
        for (let round = 0; round < 40; round += 1) {
          const open = await accept(subject, workflow)
          const parking = checkpointOf(open, {
            waits: [sampleWait(ids)],
            next: { kind: 'park', signalSequence: 0 },
          })
          const sent = { executionId: open.id, signal: sampleSignal(ids), owner: 'runner-9' }
          const writes = [
            () => store.executions.checkpoint(parking),
            () => other.write((tx) => other.executions.signal(tx, sent)),
          ]
          if (round % 2 === 1) writes.reverse()
          const outcome = (await Promise.all(writes.map((write) => write()))).toSorted().join(' ')
          assert.match(outcome, /^(committed woken|noted signalled)$/)
          const owner = outcome === 'committed woken' ? 'runner-9' : open.owner
          assert.equal((await store.executions.load(open.id, owner))?.signals.length, 1)
        }
      } finally {
        await other.close()
      }
    },

    async 'counts each of many signals that come at the same moment'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await park(subject, open, [sampleWait(ids)])
      const sent = Array.from({ length: 100 }, () => sampleSignal(ids))
      const results = await Promise.all(sent.map((one) => signal(subject, open, one)))
      assert.equal(results.filter((result) => result === 'woken').length, 1)
      assert.equal(results.filter((result) => result === 'noted').length, 99)
      const { signals, signalSequence } = await store.executions.signals(open.id)
      assert.equal(signalSequence, 100)
      assert.deepEqual(
        signals.map(({ id }) => id).toSorted(),
        sent.map(({ id }) => id),
      )
    },

    async 'forgets waits and signals when the execution ends, however it ends'(subject) {
      const { store, ids } = subject
      for (const [waits, signals] of [
        [1, 0],
        [0, 1],
        [2, 2],
      ] as const) {
        const open = await accept(subject)
        const begun = Array.from({ length: waits }, () => sampleWait(ids))
        await store.executions.checkpoint(checkpointOf(open, { waits: begun }))
        for (let n = 0; n < signals; n += 1) await signal(subject, open, sampleSignal(ids))
        const end = checkpointOf(open, { sequence: 1, steps: [sampleStep('a')], next: ENDED })
        assert.equal(await store.executions.checkpoint(end), 'committed')
        assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'completed')
        assert.equal((await store.executions.journal(open.accountId, open.id, -1)).length, 1)
        assert.deepEqual((await store.executions.signals(open.id)).signals, [])
        for (const { id } of begun) assert.equal(await store.executions.findWait(id), undefined)
      }
    },

    async 'ends the waits that are over, and no others'(subject) {
      const { store, ids } = subject
      const [open, neighbour] = [await accept(subject), await accept(subject)]
      const [over, stays, foreign] = [sampleWait(ids), sampleWait(ids), sampleWait(ids)]
      await store.executions.checkpoint(checkpointOf(open, { waits: [over, stays] }))
      await store.executions.checkpoint(checkpointOf(neighbour, { waits: [foreign] }))
      await store.executions.checkpoint(checkpointOf(open, { sequence: 1, waitsOver: [over.id, foreign.id] }))
      assert.equal(await store.executions.findWait(over.id), undefined)
      assert.deepEqual(await store.executions.findWait(stays.id), openWait(open, stays))
      assert.deepEqual(await store.executions.findWait(foreign.id), openWait(neighbour, foreign))
    },

    async 'writes a checkpoint with waits as a whole or not at all'(subject) {
      const { store, ids } = subject
      const [open, neighbour] = [await accept(subject), await accept(subject)]
      const [taken, fresh] = [sampleWait(ids), sampleWait(ids)]
      await park(subject, neighbour, [taken])
      const before = await readAll(subject, open)
      const child = sampleChild(ids, open, null)
      for (const bad of [{ waits: [fresh, taken] }, { waits: [fresh], children: [child, child] }]) {
        for (const next of [{ kind: 'park', signalSequence: 0 } as const, ENDED]) {
          const failing = checkpointOf(open, { steps: [sampleStep('a')], ...bad, next })
          await assert.rejects(store.executions.checkpoint(failing))
        }
      }
      assert.deepEqual(await readAll(subject, open), before)
      assert.equal(await store.executions.findWait(fresh.id), undefined)
      assert.equal(await store.executions.find(child.accountId, child.id), undefined)
    },
  })
}

function openWait(open: OpenExecution, { id, kind, dueAt }: Wait): OpenWait {
  return { id, executionId: open.id, accountId: open.accountId, kind, dueAt }
}
