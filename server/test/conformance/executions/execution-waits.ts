import type { OpenExecution, StepWaiting } from '#domain/index.ts'
import assert from 'node:assert/strict'
import type { ApprovalFilter, Checkpoint, OpenWait, Wait } from '#ports/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions } from '../engine-store.ts'
import {
  accept,
  checkpointOf,
  ENDED,
  insertWorkflow,
  park,
  readAll,
  sampleChild,
  sampleSignal,
  sampleWait,
  signal,
} from './execution-samples.ts'
import { sampleStep } from '../samples.ts'

/** Parking, and the waits through which a parked execution is found again. */
export function testExecutionWaits(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'A parked execution is pending and unowned, and its waits are found by their links'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const waits = [sampleWait(ids, { kind: 'approval', dueAt: 5_000 }), sampleWait(ids)]
      await park(subject, open, waits, { steps: [sampleStep('a')], activeMs: 40 })
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'pending')
      for (const owner of [open.owner, '']) {
        assert.equal(await store.journal.load(open.id, owner), undefined)
        assert.deepEqual(await store.claims.findOwned(owner, [open.id]), new Map())
      }
      const found = await Promise.all(waits.map(({ id }) => store.executions.findWait(id)))
      assert.deepEqual(
        found,
        waits.map((wait) => openWait(open, wait)),
      )
      assert.equal(await store.executions.findWait(ids.next(0)), undefined)
    },

    async 'Approvals that wait are listed newest first, until they are answered or time out'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const waiting: { open: OpenExecution; wait: Wait; step: StepWaiting }[] = []
      for (const startedAt of [1_000, 3_000, 2_000, 2_000]) {
        const open = await accept(subject, workflow)
        const dueAt = startedAt === 3_000 ? 5_000 : null
        const wait = sampleWait(ids, { kind: 'approval', dueAt, begunAt: startedAt })
        const step: StepWaiting = {
          nodeId: 'ask',
          status: 'waiting',
          waitId: wait.id,
          for: 'approval',
          attempt: 1,
          startedAt,
          until: wait.dueAt,
          request: { message: 'Pay?', fields: [] },
        }
        await park(subject, open, [wait, sampleWait(ids)], { steps: [sampleStep('a'), step] })
        waiting.push({ open, wait, step })
      }
      const [first, newest, ...same] = waiting
      assert.ok(first !== undefined && newest !== undefined)
      const account = first.open.accountId
      const pairs = same.toSorted((a, b) => (a.wait.id < b.wait.id ? 1 : -1))
      const inOrder = [newest, ...pairs, first].map(({ wait }) => wait.id)
      const list = async (now: number, before?: { begunAt: number; id: string }, limit = 10) =>
        store.executions.listApprovals(account, { now }, { before, limit })
      const shown = await list(4_000)
      assert.deepEqual(
        shown.map(({ id }) => id),
        inOrder,
      )
      assert.deepEqual(shown[0]?.step, newest.step)
      assert.equal(shown[0]?.executionId, newest.open.id)
      const [one, two] = await list(4_000, undefined, 2)
      assert.deepEqual([one?.id, two?.id], inOrder.slice(0, 2))
      assert.deepEqual(
        (await list(4_000, two)).map(({ id }) => id),
        inOrder.slice(2),
      )
      const count = (filter: ApprovalFilter) => store.executions.countApprovals(account, filter)
      assert.equal(await count({ now: 4_000 }), 4)
      assert.equal(await count({ now: 5_000 }), 3)
      assert.equal(await count({ now: 4_000, executionId: first.open.id }), 1)
      assert.equal(await count({ now: 4_000, workflowId: workflow.id }), 4)
      assert.equal(await count({ now: 4_000, workflowId: ids.next(0) }), 0)
      const [answered] = pairs
      assert.ok(answered !== undefined)
      const answer = { ...sampleSignal(ids), event: null, waitId: answered.wait.id }
      await signal(subject, answered.open, answer)
      assert.equal(await count({ now: 4_000 }), 3)
      assert.equal(await store.executions.hasReachedWait(answered.open.id, answered.wait.id), true)
      assert.equal(await store.executions.hasReachedWait(answered.open.id, ids.next(0)), false)
    },

    async 'A park writes nothing when a signal arrived since the owner last read'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const [old, wait] = [sampleWait(ids), sampleWait(ids)]
      await store.journal.checkpoint(checkpointOf(open, { waits: [old] }))
      assert.equal(await signal(subject, open, sampleSignal(ids)), 'enqueued')
      const before = await readAll(subject, open)
      const child = sampleChild(ids, open, { executionId: open.id, waitId: wait.id })
      const parking: Partial<Checkpoint> = {
        sequence: 1,
        steps: [sampleStep('a')],
        waits: [wait],
        endedWaits: [old.id],
        takenSignals: before.signals.signals.map(({ id }) => id),
        children: [child],
      }
      const at = (signalSequence: number) =>
        store.journal.checkpoint(checkpointOf(open, { ...parking, next: { kind: 'park', signalSequence } }))
      assert.equal(await at(0), 'signalled')
      assert.deepEqual(await readAll(subject, open), before)
      assert.equal(await store.executions.findWait(wait.id), undefined)
      assert.deepEqual(await store.executions.findWait(old.id), openWait(open, old))
      assert.equal(await store.executions.find(child.accountId, child.id), undefined)

      assert.equal(await at(1), 'committed')
      assert.equal(await store.executions.findWait(old.id), undefined)
      assert.deepEqual((await store.journal.signals(open.id)).signals, [])
      assert.equal((await store.executions.find(child.accountId, child.id))?.status, 'running')
    },

    async 'A park never misses a signal that arrives concurrently'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const other = await subject.fixture.open()
      try {
        for (let round = 0; round < 40; round += 1) {
          const open = await accept(subject, workflow)
          const parking = checkpointOf(open, {
            waits: [sampleWait(ids)],
            next: { kind: 'park', signalSequence: 0 },
          })
          const sent = { executionId: open.id, signal: sampleSignal(ids), owner: 'runner-9' }
          const writes = [
            () => store.journal.checkpoint(parking),
            () => other.write((tx) => other.intake.signal(tx, sent)),
          ]
          if (round % 2 === 1) writes.reverse()
          const outcome = (await Promise.all(writes.map((write) => write()))).toSorted().join(' ')
          assert.match(outcome, /^(committed woken|enqueued signalled)$/)
          const owner = outcome === 'committed woken' ? 'runner-9' : open.owner
          assert.equal((await store.journal.load(open.id, owner))?.signals.length, 1)
        }
      } finally {
        await other.close()
      }
    },

    async 'Waits and signals are deleted when the execution ends, however it ends'(subject) {
      const { store, ids } = subject
      for (const [waits, signals] of [
        [1, 0],
        [0, 1],
        [2, 2],
      ] as const) {
        const open = await accept(subject)
        const begun = Array.from({ length: waits }, () => sampleWait(ids))
        await store.journal.checkpoint(checkpointOf(open, { waits: begun }))
        for (let n = 0; n < signals; n += 1) await signal(subject, open, sampleSignal(ids))
        const end = checkpointOf(open, { sequence: 1, steps: [sampleStep('a')], next: ENDED })
        assert.equal(await store.journal.checkpoint(end), 'committed')
        assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'completed')
        assert.equal((await store.executions.journal(open.accountId, open.id, -1)).length, 2)
        assert.deepEqual((await store.journal.signals(open.id)).signals, [])
        for (const { id } of begun) assert.equal(await store.executions.findWait(id), undefined)
      }
    },

    async 'Exactly the waits that have ended are deleted'(subject) {
      const { store, ids } = subject
      const [open, neighbour] = [await accept(subject), await accept(subject)]
      const [ended, remaining, foreign] = [sampleWait(ids), sampleWait(ids), sampleWait(ids)]
      await store.journal.checkpoint(checkpointOf(open, { waits: [ended, remaining] }))
      await store.journal.checkpoint(checkpointOf(neighbour, { waits: [foreign] }))
      await store.journal.checkpoint(checkpointOf(open, { sequence: 1, endedWaits: [ended.id, foreign.id] }))
      assert.equal(await store.executions.findWait(ended.id), undefined)
      assert.deepEqual(await store.executions.findWait(remaining.id), openWait(open, remaining))
      assert.deepEqual(await store.executions.findWait(foreign.id), openWait(neighbour, foreign))
    },

    async 'A checkpoint may have as many waits as an execution may have steps'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const waits = Array.from({ length: 10_000 }, () => sampleWait(ids))
      const [first = assert.fail(), last = assert.fail()] = [waits[0], waits.at(-1)]
      const parked = await park(subject, open, waits)
      for (const wait of [first, last])
        assert.deepEqual(await store.executions.findWait(wait.id), openWait(open, wait))
      assert.equal(await signal(subject, parked, sampleSignal(ids), open.owner), 'woken')
      const endedWaits = waits.slice(0, -1).map(({ id }) => id)
      assert.equal(
        await store.journal.checkpoint(checkpointOf(open, { sequence: 1, endedWaits })),
        'committed',
      )
      assert.equal(await store.executions.findWait(first.id), undefined)
      assert.deepEqual(await store.executions.findWait(last.id), openWait(open, last))
    },

    async 'A checkpoint with waits is written atomically'(subject) {
      const { store, ids } = subject
      const [open, neighbour] = [await accept(subject), await accept(subject)]
      const [taken, fresh] = [sampleWait(ids), sampleWait(ids)]
      await park(subject, neighbour, [taken])
      const before = await readAll(subject, open)
      const child = sampleChild(ids, open, null)
      for (const bad of [{ waits: [fresh, taken] }, { waits: [fresh], children: [child, child] }]) {
        for (const next of [{ kind: 'park', signalSequence: 0 } as const, ENDED]) {
          const failing = checkpointOf(open, { steps: [sampleStep('a')], ...bad, next })
          await assert.rejects(store.journal.checkpoint(failing))
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
