import type { OpenExecution } from '#domain/index.ts'
import assert from 'node:assert/strict'
import type { CancelRequest, ExecutionEnd } from '#ports/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
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
  startChild,
} from './execution-samples.ts'
import { sampleStep } from '../samples.ts'

const AT = Date.UTC(2026, 5, 1)
const CANCELLED = { code: 'CANCELLED', message: 'Cancelled by a user.', node_id: null }
const LOG = { at: AT, level: 'warn' as const, message: 'Cancelled by a user.', node_id: null }
const ORPHANED = { code: 'CANCELLED', message: 'The execution that started it ended.', node_id: null }

/** Cancellations, and ends that affect other executions. */
export function testExecutionCancel(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'An execution is cancelled while its owner runs it'(subject) {
      const { store } = subject
      const open = await accept(subject)
      await store.journal.checkpoint(checkpointOf(open, { steps: [sampleStep('a')] }))
      assert.equal(await cancel(subject, open), true)
      const found = await store.executions.find(open.accountId, open.id)
      assert.deepEqual(
        { status: found?.status, at: found?.completedAt, output: found?.output, error: found?.error },
        { status: 'failed', at: AT, output: {}, error: CANCELLED },
      )
      assert.deepEqual(await store.executions.journal(open.accountId, open.id, -1), [
        { sequence: 0, steps: [sampleStep('a')], logs: [] },
        { sequence: 1, steps: [], logs: [LOG] },
      ])
      assert.equal(await store.journal.load(open.id, open.owner), undefined)
      for (const sequence of [1, 2]) {
        const late = checkpointOf(open, { sequence, steps: [sampleStep('b')], next: ENDED })
        assert.equal(await store.journal.checkpoint(late), 'lost')
      }
    },

    async 'A transaction sees its own cancellation'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const { accountId: account, id } = open
      await store.write(async (tx) => {
        await store.intake.cancel(tx, { account, id, at: AT, error: CANCELLED, log: LOG })
        assert.equal((await store.executions.find(account, id, tx))?.status, 'failed')
        assert.deepEqual(await store.executions.logs(account, id, tx), [LOG])
      })
    },

    async 'Parked and unowned executions are cancelled, with their waits and signals'(subject) {
      const { store, ids } = subject
      const wait = sampleWait(ids, { dueAt: 10 })
      const parked = await park(subject, await accept(subject), [wait])
      const unclaimed = await accept(subject, undefined, { owner: '' })
      const signalled = await accept(subject)
      await signal(subject, signalled, sampleSignal(ids))
      for (const open of [parked, unclaimed, signalled]) {
        assert.equal(await cancel(subject, open), true)
        assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'failed')
        assert.deepEqual((await store.journal.signals(open.id)).signals, [])
      }
      assert.equal(await store.executions.findWait(wait.id), undefined)
      assert.deepEqual(await store.claims.wakeDue('me', AT, 10), [])
      assert.deepEqual(await store.claims.claim('me', 10), [])
      assert.equal(await signal(subject, parked, sampleAnswer(ids, wait.id)), 'ended')
    },

    async 'An execution never ends before it started, whatever the clock says'(subject) {
      const open = await accept(subject, undefined, { startedAt: AT + 5 })
      await cancel(subject, open)
      const found = await subject.store.executions.find(open.accountId, open.id)
      assert.equal(found?.completedAt, AT + 5)
    },

    async 'Nothing is cancelled that is unknown, owned by another account or already ended'(subject) {
      const { store, ids } = subject
      const [open, ended] = [await accept(subject), await accept(subject)]
      await store.journal.checkpoint(checkpointOf(ended, { next: ENDED }))
      const before = [await readAll(subject, open), await readAll(subject, ended)]
      assert.equal(await cancel(subject, { ...open, id: ids.next(0) }), undefined)
      assert.equal(await cancel(subject, { ...open, accountId: await subject.newAccount() }), undefined)
      assert.equal(await cancel(subject, ended), false)
      assert.deepEqual([await readAll(subject, open), await readAll(subject, ended)], before)
    },

    async 'A cancellation commits or rolls back with its transaction'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const before = await readAll(subject, open)
      const failing = store.write(async (tx) => {
        assert.equal(await store.intake.cancel(tx, requestOf(open)), true)
        throw new Error('undone')
      })
      await assert.rejects(failing, { message: 'undone' })
      assert.deepEqual(await readAll(subject, open), before)
    },

    async 'Cancelling an execution cancels its sub-workflows at any depth, and no other execution'(subject) {
      const { store, ids } = subject
      const { parent, child } = await startChild(subject, await accept(subject))
      const { child: grandchild } = await startChild(subject, child)
      const loose = sampleChild(ids, grandchild, null)
      const done = sampleChild(ids, grandchild, { executionId: grandchild.id, waitId: ids.next(0) })
      const begun = checkpointOf(grandchild, { waits: [sampleWait(ids)], children: [loose, done] })
      await store.journal.checkpoint(begun)
      const end = { ...checkpointOf(grandchild), executionId: done.id, next: ENDED }
      assert.equal(await store.journal.checkpoint(end), 'committed')

      assert.equal(await cancel(subject, parent), true)
      for (const open of [child, grandchild]) {
        const { execution, journal } = await readAll(subject, open)
        assert.deepEqual([execution?.status, execution?.error], ['failed', ORPHANED])
        assert.equal(execution?.completedAt, AT)
        assert.deepEqual(journal.at(-1)?.logs, [
          { at: AT, level: 'warn', message: ORPHANED.message, node_id: null },
        ])
      }
      for (const { id } of begun.waits) assert.equal(await store.executions.findWait(id), undefined)
      const late = checkpointOf(grandchild, { sequence: 1, next: ENDED })
      assert.equal(await store.journal.checkpoint(late), 'lost')
      assert.equal((await store.executions.find(loose.accountId, loose.id))?.status, 'running')
      assert.equal((await store.executions.find(done.accountId, done.id))?.status, 'completed')
      assert.equal((await store.journal.signals(parent.id)).signalSequence, 0)
    },

    async 'Cancelling a sub-workflow signals the execution that waits for it'(subject) {
      const { store } = subject
      const { parent, wait, child } = await startChild(subject, await accept(subject))
      assert.equal(await cancel(subject, child), true)
      assert.deepEqual(await store.claims.claim('me', 10), [parent.id])
      assert.deepEqual((await store.journal.load(parent.id, 'me'))?.signals, [
        {
          id: child.id,
          event: null,
          waitId: wait.id,
          data: { status: 'failed', output: {}, error: CANCELLED },
          at: AT,
        },
      ])
    },

    async 'The end of a sub-workflow signals the execution that waits for it and makes it claimable by any owner'(
      subject,
    ) {
      const { store, ids } = subject
      const { parent, wait, child } = await startChild(subject, await accept(subject))
      const next = endWith(subject, parent, wait.id)
      assert.equal(await store.journal.checkpoint(checkpointOf(child, { next })), 'committed')
      assert.equal((await store.executions.find(child.accountId, child.id))?.status, 'completed')
      assert.deepEqual(await store.claims.claim('me', 10), [parent.id])
      const loaded = await store.journal.load(parent.id, 'me')
      assert.deepEqual(loaded?.signals, [next.notify?.signal])
      assert.equal(await signal(subject, parent, sampleAnswer(ids, wait.id)), 'answered')
    },

    async 'The end of a sub-workflow also signals a parent that is running, and its next park sees the signal'(
      subject,
    ) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids, { kind: 'workflow' })
      const child = sampleChild(ids, open, { executionId: open.id, waitId: wait.id })
      await store.journal.checkpoint(checkpointOf(open, { waits: [wait], children: [child] }))
      const next = endWith(subject, open, wait.id)
      const end = { ...checkpointOf(open, { next }), executionId: child.id, owner: child.owner }
      assert.equal(await store.journal.checkpoint(end), 'committed')
      const parking = checkpointOf(open, { sequence: 1, next: { kind: 'park', signalSequence: 0 } })
      assert.equal(await store.journal.checkpoint(parking), 'signalled')
      assert.deepEqual(await store.journal.signals(open.id), {
        signals: [next.notify?.signal],
        signalSequence: 1,
      })
    },

    async 'An end that is rejected signals no parent, and an ended parent is not signalled'(subject) {
      const { store } = subject
      const { parent, wait, child } = await startChild(subject, await accept(subject))
      const next = endWith(subject, parent, wait.id)
      const lost = checkpointOf(child, { next, owner: 'another owner' })
      assert.equal(await store.journal.checkpoint(lost), 'lost')
      assert.equal((await store.journal.signals(parent.id)).signalSequence, 0)

      const other = await accept(subject)
      await store.journal.checkpoint(checkpointOf(other, { next: ENDED }))
      const tooLate = checkpointOf(child, { next: endWith(subject, other, wait.id) })
      assert.equal(await store.journal.checkpoint(tooLate), 'committed')
      assert.deepEqual(await store.journal.signals(other.id), { signals: [], signalSequence: 0 })
    },

    async 'An execution that ends also ends the sub-workflows that nothing waits for any more'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      const wait = sampleWait(ids, { kind: 'workflow' })
      const parent = { executionId: open.id, waitId: wait.id }
      const children = [sampleChild(ids, open, parent), sampleChild(ids, open, parent, { startedAt: AT + 9 })]
      await store.journal.checkpoint(checkpointOf(open, { waits: [wait], children }))
      const cancelled = children.map(({ id }) => id)
      const end = checkpointOf(open, {
        sequence: 1,
        next: { ...ENDED, completedAt: AT, cancel: [...cancelled, ids.next(0)] },
      })
      assert.equal(await store.journal.checkpoint({ ...end, owner: 'another owner' }), 'lost')
      assert.equal((await store.executions.find(open.accountId, cancelled[0] ?? ''))?.status, 'running')
      assert.equal(await store.journal.checkpoint(end), 'committed')
      for (const [n, id] of cancelled.entries()) {
        const found = await store.executions.find(open.accountId, id)
        assert.deepEqual([found?.status, found?.error], ['failed', ORPHANED])
        assert.equal(found?.completedAt, n === 0 ? AT : AT + 9)
      }
      assert.equal(await store.executions.findWait(wait.id), undefined)
    },

    async 'Parent and child end once each when both are ended concurrently'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const other = await subject.fixture.open()
      try {
        for (let round = 0; round < 30; round += 1) {
          const { parent, wait, child } = await startChild(subject, await accept(subject, workflow))
          const end = checkpointOf(child, { next: endWith(subject, parent, wait.id) })
          const [ended, cancelled, again] = await Promise.all([
            store.journal.checkpoint(end),
            other.write((tx) => other.intake.cancel(tx, requestOf(parent))),
            cancel(subject, child),
          ])
          assert.equal(cancelled, true)
          assert.ok(!(ended === 'committed' && again === true), 'the child ended twice')
          const found = await store.executions.find(child.accountId, child.id)
          assert.equal(found?.status, ended === 'committed' ? 'completed' : 'failed')
          assert.equal((await store.executions.journal(child.accountId, child.id, -1)).length, 1)
          assert.deepEqual((await store.journal.signals(parent.id)).signals, [])
        }
      } finally {
        await other.close()
      }
    },
  })
}

function requestOf({ accountId, id }: Pick<OpenExecution, 'accountId' | 'id'>): CancelRequest {
  return { account: accountId, id, at: AT, error: CANCELLED, log: LOG }
}

function cancel({ store }: EngineSubject, open: Pick<OpenExecution, 'accountId' | 'id'>) {
  return store.write((tx) => store.intake.cancel(tx, requestOf(open)))
}

/** The end of a sub-workflow, as its parent receives it. */
function endWith({ ids }: EngineSubject, { id }: OpenExecution, waitId: string): ExecutionEnd {
  return { ...ENDED, notify: { executionId: id, signal: sampleAnswer(ids, waitId) } }
}
