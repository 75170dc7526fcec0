import assert from 'node:assert/strict'
import type { Checkpoint, ExecutionEnd } from '#ports/execution-store.ts'
import { AWKWARD_DOCUMENTS } from './awkward-json.ts'
import { type ConformanceOptions, testPromises } from './conformance-suite.ts'
import { accept, checkpointOf, ENDED, insertWorkflow, readAll, sampleChild } from './execution-samples.ts'
import { sampleExecution, sampleStep } from './samples.ts'

const EVERY_NEXT: readonly Checkpoint['next'][] = [
  { kind: 'go-on' },
  { kind: 'park', signalSequence: 0 },
  { kind: 'hand-over' },
  { ...ENDED, status: 'failed', output: { late: true } },
]

/** Acceptance and checkpoints; lists, waits, cancelling, recovery and retention have suites of their own. */
export function testExecutionStore(options: ConformanceOptions): void {
  testPromises(options, {
    async 'accepts an execution on the current version of its workflow'(subject) {
      const { store, ids } = subject
      const first = await insertWorkflow(subject)
      const workflow = { ...first, versionId: ids.next(0), nodes: [], revision: 2 }
      await store.write((tx) => store.workflows.update(tx, workflow))
      const wanted = sampleExecution(ids, workflow)
      const accepted = await store.executions.accept(wanted)
      assert.deepEqual(accepted, {
        ...wanted,
        versionId: workflow.versionId,
        depth: 0,
        parent: null,
        sequence: 0,
        activeMs: 0,
        steps: [],
        signals: [],
        signalSequence: 0,
      })
      assert.deepEqual(await store.executions.find(wanted.accountId, wanted.id), {
        id: wanted.id,
        accountId: wanted.accountId,
        workflowId: workflow.id,
        versionId: workflow.versionId,
        status: 'running',
        startedAt: wanted.startedAt,
        completedAt: null,
        input: wanted.input,
        output: {},
        error: null,
      })
      assert.deepEqual(await store.executions.load(wanted.id, wanted.owner), accepted)
    },

    async 'is durable when it says accepted'(subject) {
      const open = await accept(subject)
      const other = await subject.home.open()
      assert.equal((await other.executions.find(open.accountId, open.id))?.status, 'running')
      await other.close()
    },

    async 'accepts nothing for a workflow that is missing, deleted or another account’s'(subject) {
      const { store, ids } = subject
      const [workflow, deleted] = [await insertWorkflow(subject), await insertWorkflow(subject)]
      await store.write((tx) => store.workflows.delete(tx, deleted.accountId, deleted.id, 1))
      const refused = [
        sampleExecution(ids, { id: ids.next(0), accountId: workflow.accountId }),
        sampleExecution(ids, deleted),
        sampleExecution(ids, { id: workflow.id, accountId: await subject.newAccount() }),
      ]
      for (const wanted of refused) {
        assert.equal(await store.executions.accept(wanted), undefined)
        assert.equal(await store.write((tx) => store.executions.accept(wanted, tx)), undefined)
        assert.equal(await store.executions.find(wanted.accountId, wanted.id), undefined)
      }
    },

    async 'accepts within a transaction with all the rest of it, or not at all'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const [kept, undone] = [sampleExecution(ids, workflow), sampleExecution(ids, workflow)]
      await store.write((tx) => store.executions.accept(kept, tx))
      const failing = store.write(async (tx) => {
        assert.ok(await store.executions.accept(undone, tx))
        throw new Error('undone')
      })
      await assert.rejects(failing, { message: 'undone' })
      assert.equal((await store.executions.find(kept.accountId, kept.id))?.status, 'running')
      assert.equal(await store.executions.find(undone.accountId, undone.id), undefined)
    },

    async 'answers each of hundreds of simultaneous acceptances for itself'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const taken = await accept(subject, workflow)
      const wanted = Array.from({ length: 300 }, (_, n) =>
        sampleExecution(ids, n % 3 === 1 ? { ...workflow, id: ids.next(n) } : workflow, {
          input: { n },
          ...(n === 100 ? { id: taken.id } : {}),
        }),
      )
      const outcomes = await Promise.allSettled(wanted.map((one) => store.executions.accept(one)))
      for (const [n, outcome] of outcomes.entries()) {
        if (n === 100 && n % 3 !== 1) assert.equal(outcome.status, 'rejected')
        else if (n % 3 === 1) assert.deepEqual(outcome, { status: 'fulfilled', value: undefined })
        else {
          assert.equal(outcome.status, 'fulfilled')
          assert.deepEqual(outcome.value?.input, { n })
          const found = await store.executions.find(workflow.accountId, wanted[n]?.id ?? '')
          assert.deepEqual(found?.input, { n })
        }
      }
    },

    async 'appends checkpoints in order and gives them back in that order'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const log = (message: string) => ({ at: 1, level: 'info' as const, message, node_id: null })
      const parts: Partial<Checkpoint>[] = [
        { steps: [sampleStep('a'), sampleStep('b')], logs: [log('one')] },
        { steps: [], logs: [] },
        { steps: [sampleStep('c')], logs: [log('two'), { ...log('three'), node_id: 'c', data: { x: 1 } }] },
      ]
      for (const [sequence, part] of parts.entries()) {
        assert.equal(
          await store.executions.checkpoint(
            checkpointOf(open, { sequence, activeMs: 10 + sequence, ...part }),
          ),
          'committed',
        )
      }
      const loaded = await store.executions.load(open.id, open.owner)
      assert.equal(loaded?.sequence, 3)
      assert.equal(loaded.activeMs, 12)
      assert.deepEqual(loaded.steps, [sampleStep('a'), sampleStep('b'), sampleStep('c')])
      assert.deepEqual(await store.executions.logs(open.accountId, open.id), [
        log('one'),
        log('two'),
        { ...log('three'), node_id: 'c', data: { x: 1 } },
      ])
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'running')
    },

    async 'ends an execution with its output, or with its error'(subject) {
      const { store } = subject
      const error = { code: 'FAILED', message: 'No stock.', node_id: 'b' }
      const ends: Pick<ExecutionEnd, 'status' | 'completedAt' | 'output' | 'error'>[] = [
        { status: 'completed', completedAt: 99, output: { total: 12 }, error: null },
        { status: 'failed', completedAt: 98, output: {}, error },
      ]
      for (const end of ends) {
        const open = await accept(subject)
        const next = { ...ENDED, ...end }
        assert.equal(await store.executions.checkpoint(checkpointOf(open, { next })), 'committed')
        const { status, completedAt, output, error } =
          (await store.executions.find(open.accountId, open.id)) ?? assert.fail()
        assert.deepEqual({ status, completedAt, output, error }, end)
        assert.equal(await store.executions.load(open.id, open.owner), undefined)
      }
    },

    async 'writes nothing for another owner, another sequence or an unknown execution'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await store.executions.checkpoint(checkpointOf(open, { steps: [sampleStep('a')] }))
      const before = await readAll(subject, open)
      const late: Partial<Checkpoint>[] = [
        { sequence: 1, owner: 'runner-2' },
        { sequence: 0 },
        { sequence: 2 },
        { sequence: 1, executionId: ids.next(0) },
      ]
      for (const part of late) {
        for (const next of EVERY_NEXT) {
          const checkpoint = checkpointOf(open, { steps: [sampleStep('x')], ...part, next })
          assert.equal(await store.executions.checkpoint(checkpoint), 'lost')
        }
      }
      assert.deepEqual(await readAll(subject, open), before)
    },

    async 'never changes a final state'(subject) {
      const { store } = subject
      const open = await accept(subject)
      await store.executions.checkpoint(checkpointOf(open, { next: ENDED }))
      const before = await readAll(subject, open)
      for (const next of EVERY_NEXT) {
        const late = checkpointOf(open, { sequence: 1, steps: [sampleStep('x')], next })
        assert.equal(await store.executions.checkpoint(late), 'lost')
      }
      assert.deepEqual(await readAll(subject, open), before)
    },

    async 'commits one of many checkpoints with the same sequence'(subject) {
      const { store } = subject
      for (const steps of [[], [sampleStep('a')]]) {
        const open = await accept(subject)
        const rivals = Array.from({ length: 10 }, (_, n) =>
          checkpointOf(open, { steps, next: { ...ENDED, output: { n } } }),
        )
        const outcomes = await Promise.all(rivals.map((rival) => store.executions.checkpoint(rival)))
        assert.equal(outcomes.filter((outcome) => outcome === 'committed').length, 1)
        const found = await store.executions.find(open.accountId, open.id)
        assert.deepEqual(found?.output, { n: outcomes.indexOf('committed') })
      }
    },

    async 'answers each of hundreds of simultaneous checkpoints for itself'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const opened = await Promise.all(Array.from({ length: 200 }, () => accept(subject, workflow)))
      const outcomes = await Promise.all(
        opened.map((open, n) =>
          store.executions.checkpoint(
            checkpointOf(open, { sequence: n % 2, next: { ...ENDED, output: { n } } }),
          ),
        ),
      )
      for (const [n, open] of opened.entries()) {
        assert.equal(outcomes[n], n % 2 === 0 ? 'committed' : 'lost')
        const found = await store.executions.find(open.accountId, open.id)
        assert.deepEqual(found?.output, n % 2 === 0 ? { n } : {})
      }
    },

    async 'gives back every document unchanged, down to the order of keys'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      for (const [what, document] of Object.entries(AWKWARD_DOCUMENTS)) {
        const open = await accept(subject, workflow, { input: document })
        const steps = [{ ...sampleStep('a'), output: document }]
        const logs = [{ at: 1, level: 'info' as const, message: 'm\u0000 🦆', node_id: 'a', data: document }]
        await store.executions.checkpoint(checkpointOf(open, { steps, logs }))
        const loaded = await store.executions.load(open.id, open.owner)
        const next = { ...ENDED, output: document }
        await store.executions.checkpoint(checkpointOf(open, { sequence: 1, next }))
        const found = await store.executions.find(open.accountId, open.id)
        const read = [
          loaded?.input,
          loaded?.steps,
          found?.input,
          found?.output,
          await store.executions.logs(open.accountId, open.id),
        ]
        assert.ok(JSON.stringify(read) === JSON.stringify([document, steps, document, document, logs]), what)
      }
    },

    async 'gives back the trigger whatever its name, or that there was none'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      for (const triggerNodeId of [null, '', 'null', 'n\u0000 🦆 \ud800', '"quoted"']) {
        const open = await accept(subject, workflow, { triggerNodeId })
        const again = { ...sampleExecution(ids, workflow, { triggerNodeId }), versionId: open.versionId }
        const onVersion = await store.write((tx) =>
          store.executions.acceptOnVersion(tx, {
            ...again,
            depth: 0,
            parent: null,
            retryOf: null,
            steps: [],
          }),
        )
        for (const { id, owner } of [open, onVersion]) {
          assert.equal((await store.executions.load(id, owner))?.triggerNodeId, triggerNodeId)
        }
      }
    },

    async 'accepts an execution on an older version, below another one'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const newer = { ...workflow, versionId: ids.next(0), revision: 2 }
      await store.write((tx) => store.workflows.update(tx, newer))
      const parent = { executionId: ids.next(0), waitId: ids.next(0) }
      const { retryOf, ...wanted } = {
        ...sampleExecution(ids, workflow),
        versionId: workflow.versionId,
        depth: 3,
        parent,
        retryOf: null,
        steps: [],
      }
      const opened = await store.write((tx) => store.executions.acceptOnVersion(tx, { ...wanted, retryOf }))
      assert.deepEqual(opened, { ...wanted, sequence: 0, activeMs: 0, signals: [], signalSequence: 0 })
      assert.deepEqual(await store.executions.load(wanted.id, wanted.owner), opened)
      assert.equal(await store.executions.checkpoint(checkpointOf(opened)), 'committed')
    },

    async 'accepts another try of an execution, with what is taken over as its first checkpoint'(subject) {
      const { store, ids } = subject
      const first = await accept(subject)
      const wanted = sampleChild(ids, first, null, { retryOf: first.id, steps: [sampleStep('a')] })
      const opened = await store.write((tx) => store.executions.acceptOnVersion(tx, wanted))
      assert.equal(opened.sequence, 1)
      assert.deepEqual(opened.steps, [sampleStep('a')])
      assert.deepEqual(await store.executions.load(wanted.id, wanted.owner), opened)
      const next = checkpointOf(opened, { steps: [sampleStep('b')] })
      assert.equal(await store.executions.checkpoint({ ...next, sequence: 0 }), 'lost')
      assert.equal(await store.executions.checkpoint(next), 'committed')
      assert.deepEqual(await store.executions.journal(first.accountId, opened.id, -1), [
        { sequence: 0, steps: [sampleStep('a')], logs: [] },
        { sequence: 1, steps: [sampleStep('b')], logs: [] },
      ])
    },

    async 'gives back the journal after a checkpoint, oldest first'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const logs = [{ at: 1, level: 'info' as const, message: 'two', node_id: null }]
      const [a, b] = [sampleStep('a'), sampleStep('b')]
      await store.executions.checkpoint(checkpointOf(open, { sequence: 0, steps: [a] }))
      await store.executions.checkpoint(checkpointOf(open, { sequence: 1 }))
      await store.executions.checkpoint(checkpointOf(open, { sequence: 2, steps: [b], logs }))
      const [first, third] = [
        { sequence: 0, steps: [a], logs: [] },
        { sequence: 2, steps: [b], logs },
      ]
      const after = (sequence: number) => store.executions.journal(open.accountId, open.id, sequence)
      assert.deepEqual(await after(-1), [first, third])
      assert.deepEqual(await after(0), [third])
      assert.deepEqual(await after(1), [third])
      assert.deepEqual(await after(2), [])
    },

    async 'hands an execution over: due, and nobody’s until it is claimed'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const steps = [sampleStep('a')]
      const handOver = checkpointOf(open, { steps, activeMs: 7, next: { kind: 'hand-over' } })
      assert.equal(await store.executions.checkpoint(handOver), 'committed')
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'running')
      assert.equal(await store.executions.load(open.id, open.owner), undefined)
      const late = checkpointOf(open, { sequence: 1, next: ENDED })
      assert.equal(await store.executions.checkpoint(late), 'lost')
      assert.deepEqual(await store.executions.claim('runner-2', 1_000), [open.id])
      const claimed = { ...open, owner: 'runner-2', sequence: 1, activeMs: 7, steps }
      assert.deepEqual(await store.executions.load(open.id, 'runner-2'), claimed)
      assert.equal(await store.executions.checkpoint(checkpointOf(claimed, { next: ENDED })), 'committed')
    },

    async 'shows nothing to another account'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const logs = [{ at: 1, level: 'info' as const, message: 'secret', node_id: null }]
      await store.executions.checkpoint(checkpointOf(open, { logs }))
      const other = await subject.newAccount()
      assert.equal(await store.executions.find(other, open.id), undefined)
      assert.deepEqual(await store.executions.logs(other, open.id), [])
      assert.deepEqual(await store.executions.journal(other, open.id, -1), [])
    },

    async 'loads nothing for another owner'(subject) {
      const open = await accept(subject)
      assert.equal(await subject.store.executions.load(open.id, 'runner-2'), undefined)
    },
  })
}
