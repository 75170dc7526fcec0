import assert from 'node:assert/strict'
import { rawOf, writeJson } from '#domain/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions } from '../engine-store.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { accept, checkpointOf, ENDED, endingOf, insertWorkflow, sampleChild } from './execution-samples.ts'
import { sampleExecution, sampleStep } from '../samples.ts'

/** How executions are accepted. */
export function testExecutionAcceptance(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'A batch accepts each execution on the version of its workflow, and none for a workflow that does not exist'(
      subject,
    ) {
      const { store, ids } = subject
      const [one, two] = [await insertWorkflow(subject), await insertWorkflow(subject)]
      const absent = { id: ids.next(0), accountId: one.accountId }
      const foreign = { id: two.id, accountId: one.accountId }
      const request = [one, absent, two, foreign, one].map((workflow) => sampleExecution(ids, workflow))
      const accepted = await store.write((tx) => store.intake.acceptAll(tx, request))
      assert.deepEqual(
        accepted.map((execution) => execution?.versionId),
        [one.versionId, undefined, two.versionId, undefined, one.versionId],
      )
      for (const [index, { accountId, id, owner }] of request.entries()) {
        assert.deepEqual(await store.journal.load(id, owner), accepted[index])
        assert.equal((await store.executions.find(accountId, id))?.id, accepted[index]?.id)
      }
      assert.deepEqual(await store.write((tx) => store.intake.acceptAll(tx, [])), [])
    },

    async 'An execution is accepted on the current version of its workflow'(subject) {
      const { store, ids } = subject
      const first = await insertWorkflow(subject)
      const workflow = { ...first, versionId: ids.next(0), nodes: [], revision: 2 }
      await store.write((tx) => store.workflows.update(tx, workflow))
      const request = sampleExecution(ids, workflow)
      const accepted = await store.intake.accept(request)
      const { trigger: _trigger, ...opened } = request
      assert.deepEqual(accepted, {
        ...opened,
        versionId: workflow.versionId,
        depth: 0,
        parent: null,
        sequence: 0,
        activeMs: 0,
        computingMs: 0,
        logSize: 0,
        steps: [],
        signals: [],
        signalSequence: 0,
      })
      const found = {
        id: request.id,
        accountId: request.accountId,
        workflowId: workflow.id,
        versionId: workflow.versionId,
        status: 'running',
        startedAt: request.startedAt,
        completedAt: null,
        input: request.input,
        output: {},
        error: null,
        triggerNodeId: request.triggerNodeId,
        retryOf: null,
      }
      assert.deepEqual(await store.executions.find(request.accountId, request.id), found)
      const raw = await store.executions.findRaw(request.accountId, request.id)
      assert.deepEqual(JSON.parse(writeJson({ ...raw })), found)
      assert.deepEqual(rawOf(raw?.output ?? null)?.text, '{}')
      assert.deepEqual(await store.journal.load(request.id, request.owner), accepted)
    },

    async 'An accepted execution is durable'(subject) {
      const open = await accept(subject)
      const other = await subject.fixture.open()
      assert.equal((await other.executions.find(open.accountId, open.id))?.status, 'running')
      await other.close()
    },

    async 'No execution is accepted for a workflow that is missing, deleted or owned by another account'(
      subject,
    ) {
      const { store, ids } = subject
      const [workflow, deleted] = [await insertWorkflow(subject), await insertWorkflow(subject)]
      await store.write((tx) => store.workflows.delete(tx, deleted.accountId, deleted.id, 1))
      const rejected = [
        sampleExecution(ids, { id: ids.next(0), accountId: workflow.accountId }),
        sampleExecution(ids, deleted),
        sampleExecution(ids, { id: workflow.id, accountId: await subject.newAccount() }),
      ]
      for (const request of rejected) {
        assert.equal(await store.intake.accept(request), undefined)
        assert.equal(await store.write((tx) => store.intake.accept(request, tx)), undefined)
        assert.equal(await store.executions.find(request.accountId, request.id), undefined)
      }
    },

    async 'An acceptance commits or rolls back with its transaction'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const [stored, undone] = [sampleExecution(ids, workflow), sampleExecution(ids, workflow)]
      await store.write((tx) => store.intake.accept(stored, tx))
      const failing = store.write(async (tx) => {
        assert.ok(await store.intake.accept(undone, tx))
        throw new Error('undone')
      })
      await assert.rejects(failing, { message: 'undone' })
      assert.equal((await store.executions.find(stored.accountId, stored.id))?.status, 'running')
      assert.equal(await store.executions.find(undone.accountId, undone.id), undefined)
    },

    async 'Each of hundreds of concurrent acceptances gets its own result'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const taken = await accept(subject, workflow)
      const request = Array.from({ length: 300 }, (_, n) =>
        sampleExecution(ids, n % 3 === 1 ? { ...workflow, id: ids.next(n) } : workflow, {
          input: { n },
          ...(n === 100 ? { id: taken.id } : {}),
        }),
      )
      const outcomes = await Promise.allSettled(request.map((one) => store.intake.accept(one)))
      for (const [n, outcome] of outcomes.entries()) {
        if (n === 100 && n % 3 !== 1) assert.equal(outcome.status, 'rejected')
        else if (n % 3 === 1) assert.deepEqual(outcome, { status: 'fulfilled', value: undefined })
        else {
          assert.equal(outcome.status, 'fulfilled')
          assert.deepEqual(outcome.value?.input, { n })
          const found = await store.executions.find(workflow.accountId, request[n]?.id ?? '')
          assert.deepEqual(found?.input, { n })
        }
      }
    },

    async 'An execution is accepted together with its end'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const error = { code: 'NO_STOCK', message: 'No stock.', node_id: 'b' }
      const steps = [sampleStep('a'), { ...sampleStep('b'), status: 'failed' as const, handle: null, error }]
      const logs = [{ at: 5, level: 'info' as const, message: 'Hello.', node_id: null }]
      for (const end of [
        { ...ENDED, output: { n: 1 } },
        { ...ENDED, status: 'failed' as const, error },
      ]) {
        const request = sampleExecution(ids, workflow, { input: { in: 1 } })
        const ending = endingOf(request, workflow, { steps, logs, activeMs: 3, next: end })
        assert.equal(await store.intake.acceptWith(request, workflow.versionId, ending), 'stored')
        assert.deepEqual(await store.executions.find(request.accountId, request.id), {
          id: request.id,
          accountId: request.accountId,
          workflowId: workflow.id,
          versionId: workflow.versionId,
          status: end.status,
          startedAt: request.startedAt,
          completedAt: end.completedAt,
          input: request.input,
          output: end.output,
          error: end.error,
          triggerNodeId: request.triggerNodeId,
          retryOf: null,
        })
        const journal = (after: number) => store.executions.journal(request.accountId, request.id, after)
        assert.deepEqual(await journal(-1), [{ sequence: 0, steps, logs }])
        assert.deepEqual(await journal(0), [])
        assert.deepEqual(await store.executions.logs(request.accountId, request.id), logs)
        assert.deepEqual(await store.executions.journal(await subject.newAccount(), request.id, -1), [])
        assert.equal(await store.journal.load(request.id, request.owner), undefined)
        assert.equal((await store.claims.findOwned(request.owner, [request.id])).size, 0)
        assert.equal(await store.journal.checkpoint(ending), 'lost')
        assert.equal(await store.journal.checkpoint({ ...ending, sequence: 1 }), 'lost')
      }
    },

    async 'An execution that was accepted with its end is durable'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const request = sampleExecution(ids, workflow)
      await store.intake.acceptWith(request, workflow.versionId, endingOf(request, workflow))
      const other = await subject.fixture.open()
      assert.equal((await other.executions.find(request.accountId, request.id))?.status, 'completed')
      await other.close()
    },

    async 'Every document of an end is read back unchanged, including the order of its keys'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      for (const [what, document] of Object.entries(AWKWARD_DOCUMENTS)) {
        const request = sampleExecution(ids, workflow, {
          input: document,
          triggerNodeId: 'n\u0000 🦆 \ud800',
        })
        const steps = [{ ...sampleStep('a'), output: document }]
        const logs = [{ at: 1, level: 'info' as const, message: 'm\u0000 🦆', node_id: 'a', data: document }]
        const ending = endingOf(request, workflow, { steps, logs, next: { ...ENDED, output: document } })
        assert.equal(await store.intake.acceptWith(request, workflow.versionId, ending), 'stored')
        const found = await store.executions.find(request.accountId, request.id)
        const journal = await store.executions.journal(request.accountId, request.id, -1)
        const read = [found?.input, found?.output, found?.triggerNodeId, journal]
        const written = [document, document, request.triggerNodeId, [{ sequence: 0, steps, logs }]]
        assert.ok(JSON.stringify(read) === JSON.stringify(written), what)
      }
    },

    async 'An inline run on an outdated version is accepted as due, without its end'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const newer = { ...workflow, versionId: ids.next(0), revision: 2 }
      await store.write((tx) => store.workflows.update(tx, newer))
      const request = sampleExecution(ids, workflow)
      const ending = endingOf(request, workflow, { steps: [sampleStep('a')] })
      const accepted = await store.intake.acceptWith(request, workflow.versionId, ending)
      assert.ok(accepted !== undefined && accepted !== 'stored')
      assert.deepEqual([accepted.versionId, accepted.steps], [newer.versionId, []])
      assert.deepEqual(await store.journal.load(request.id, request.owner), accepted)
      assert.deepEqual(await store.executions.journal(request.accountId, request.id, -1), [])
    },

    async 'No ended execution is accepted for a workflow that is missing, deleted or owned by another account'(
      subject,
    ) {
      const { store, ids } = subject
      const [workflow, deleted] = [await insertWorkflow(subject), await insertWorkflow(subject)]
      await store.write((tx) => store.workflows.delete(tx, deleted.accountId, deleted.id, 1))
      const rejected = [
        { ...workflow, id: ids.next(0) },
        deleted,
        { ...workflow, accountId: await subject.newAccount() },
      ]
      for (const one of rejected) {
        const request = sampleExecution(ids, one)
        const ending = endingOf(request, one)
        assert.equal(await store.intake.acceptWith(request, one.versionId, ending), undefined)
        assert.equal(await store.executions.find(request.accountId, request.id), undefined)
      }
    },

    async 'Each of hundreds of concurrent acceptances with an end gets its own result'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const taken = await accept(subject, workflow)
      const request = Array.from({ length: 300 }, (_, n) =>
        sampleExecution(ids, workflow, { input: { n }, ...(n === 100 ? { id: taken.id } : {}) }),
      )
      const outdated = ids.next(0)
      const outcomes = await Promise.allSettled(
        request.map((one, n) => {
          const next = { ...ENDED, output: { n } }
          const versionId = n % 3 === 0 ? outdated : workflow.versionId
          return store.intake.acceptWith(one, versionId, endingOf(one, workflow, { next }))
        }),
      )
      for (const [n, outcome] of outcomes.entries()) {
        const found = await store.executions.find(workflow.accountId, request[n]?.id ?? '')
        if (n === 100) assert.equal(outcome.status, 'rejected')
        else if (n % 3 === 0) assert.deepEqual([found?.status, found?.output], ['running', {}])
        else {
          assert.deepEqual(outcome, { status: 'fulfilled', value: 'stored' })
          assert.deepEqual([found?.status, found?.output], ['completed', { n }])
        }
      }
    },

    async 'The trigger is read back whatever its name is, and also when there was none'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      for (const triggerNodeId of [null, '', 'null', 'n\u0000 🦆 \ud800', '"quoted"']) {
        const open = await accept(subject, workflow, { triggerNodeId })
        const again = { ...sampleExecution(ids, workflow, { triggerNodeId }), versionId: open.versionId }
        const onVersion = await store.write((tx) =>
          store.intake.acceptOnVersion(tx, {
            ...again,
            depth: 0,
            parent: null,
            retryOf: null,
            steps: [],
          }),
        )
        for (const { id, owner } of [open, onVersion]) {
          assert.equal((await store.journal.load(id, owner))?.triggerNodeId, triggerNodeId)
        }
      }
    },

    async 'An execution is accepted on an older version, as the child of another execution'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const newer = { ...workflow, versionId: ids.next(0), revision: 2 }
      await store.write((tx) => store.workflows.update(tx, newer))
      const parent = { executionId: ids.next(0), waitId: ids.next(0) }
      const { retryOf, ...request } = {
        ...sampleExecution(ids, workflow),
        versionId: workflow.versionId,
        depth: 3,
        parent,
        retryOf: null,
        steps: [],
      }
      const opened = await store.write((tx) => store.intake.acceptOnVersion(tx, { ...request, retryOf }))
      const { trigger: _trigger, ...expected } = request
      const progress = {
        sequence: 0,
        activeMs: 0,
        computingMs: 0,
        logSize: 0,
        signals: [],
        signalSequence: 0,
      }
      assert.deepEqual(opened, { ...expected, ...progress })
      assert.deepEqual(await store.journal.load(request.id, request.owner), opened)
      assert.equal(await store.journal.checkpoint(checkpointOf(opened)), 'committed')
    },

    async 'A retry of an execution is accepted with the reused steps as its first checkpoint'(subject) {
      const { store, ids } = subject
      const first = await accept(subject)
      const request = sampleChild(ids, first, null, { retryOf: first.id, steps: [sampleStep('a')] })
      const opened = await store.write((tx) => store.intake.acceptOnVersion(tx, request))
      assert.equal(opened.sequence, 1)
      assert.deepEqual(opened.steps, [sampleStep('a')])
      const found = await store.executions.find(first.accountId, opened.id)
      assert.deepEqual([found?.retryOf, found?.triggerNodeId], [first.id, request.triggerNodeId])
      assert.deepEqual(await store.journal.load(request.id, request.owner), opened)
      const next = checkpointOf(opened, { steps: [sampleStep('b')] })
      assert.equal(await store.journal.checkpoint({ ...next, sequence: 0 }), 'lost')
      assert.equal(await store.journal.checkpoint(next), 'committed')
      assert.deepEqual(await store.executions.journal(first.accountId, opened.id, -1), [
        { sequence: 0, steps: [sampleStep('a')], logs: [] },
        { sequence: 1, steps: [sampleStep('b')], logs: [] },
      ])
    },
  })
}
