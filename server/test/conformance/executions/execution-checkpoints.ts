import assert from 'node:assert/strict'
import { measureLog, openedOn } from '#domain/index.ts'
import type { Checkpoint, ExecutionEnd } from '#ports/index.ts'
import { AWKWARD_DOCUMENTS } from '../awkward-json.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions } from '../engine-store.ts'
import { accept, checkpointOf, ENDED, insertWorkflow, readAll } from './execution-samples.ts'
import { sampleExecution, sampleStep } from '../samples.ts'

const EVERY_NEXT: readonly Checkpoint['next'][] = [
  { kind: 'continue' },
  { kind: 'park', signalSequence: 0 },
  { kind: 'hand-over' },
  { ...ENDED, status: 'failed', output: { late: true } },
]

/** Of the pages of a run that is stored with the first one. Short ones may be stored elsewhere than long ones. */
const PAGE_LENGTHS: readonly { readonly lengths: readonly number[]; readonly isEnded: boolean }[] = [
  [10],
  [5_000],
  [10, 10],
  [10, 5_000],
  [5_000, 10],
  [10, 10, 10],
  [10, 5_000, 10],
].flatMap((lengths) => [
  { lengths, isEnded: false },
  ...(lengths.length > 1 ? [{ lengths, isEnded: true }] : []),
])

function pageOf(sequence: number, length: number) {
  const steps = [{ ...sampleStep(`n${sequence}`), output: { text: 'line\n'.repeat(length / 5) } }]
  return {
    sequence,
    steps,
    logs: [{ at: 1, level: 'info' as const, message: `log\n${sequence}`, node_id: null }],
  }
}

/** What the owner of an execution records. */
export function testExecutionCheckpoints(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Checkpoints are appended in order and read back in that order'(subject) {
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
          await store.journal.checkpoint(
            checkpointOf(open, { sequence, activeMs: 10 + sequence, computingMs: 20 + sequence, ...part }),
          ),
          'committed',
        )
      }
      const loaded = await store.journal.load(open.id, open.owner)
      assert.equal(loaded?.sequence, 3)
      assert.deepEqual([loaded.activeMs, loaded.computingMs], [12, 22])
      const logs = [log('one'), log('two'), { ...log('three'), node_id: 'c', data: { x: 1 } }]
      assert.equal(
        loaded.logSize,
        logs.reduce((size, entry) => size + measureLog(entry), 0),
      )
      assert.deepEqual(loaded.steps, [sampleStep('a'), sampleStep('b'), sampleStep('c')])
      assert.deepEqual(await store.executions.logs(open.accountId, open.id), logs)
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'running')
    },

    async 'Every checkpoint has its page, also one with nothing to say: a missing page means a lost one'(
      subject,
    ) {
      const { store } = subject
      for (const next of EVERY_NEXT) {
        const open = await accept(subject)
        for (const checkpoint of [{ sequence: 0 }, { sequence: 1, next }]) {
          assert.equal(await store.journal.checkpoint(checkpointOf(open, checkpoint)), 'committed')
        }
        const pages = await store.executions.journal(open.accountId, open.id, -1)
        assert.deepEqual(
          pages.map(({ sequence }) => sequence),
          [0, 1],
        )
        // The one that was handed over does not stay for the next test.
        await store.claims.claim(open.owner, 1_000)
      }
    },

    async 'An execution ends with its output or with its error'(subject) {
      const { store } = subject
      const error = { code: 'FAILED', message: 'No stock.', node_id: 'b' }
      const ends: Pick<ExecutionEnd, 'status' | 'completedAt' | 'output' | 'error'>[] = [
        { status: 'completed', completedAt: 99, output: { total: 12 }, error: null },
        { status: 'failed', completedAt: 98, output: {}, error },
      ]
      for (const end of ends) {
        const open = await accept(subject)
        const next = { ...ENDED, ...end }
        assert.equal(await store.journal.checkpoint(checkpointOf(open, { next })), 'committed')
        const { status, completedAt, output, error } =
          (await store.executions.find(open.accountId, open.id)) ?? assert.fail()
        assert.deepEqual({ status, completedAt, output, error }, end)
        assert.equal(await store.journal.load(open.id, open.owner), undefined)
      }
    },

    async 'Nothing is written for another owner, another sequence or an unknown execution'(subject) {
      const { store, ids } = subject
      const open = await accept(subject)
      await store.journal.checkpoint(checkpointOf(open, { steps: [sampleStep('a')] }))
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
          assert.equal(await store.journal.checkpoint(checkpoint), 'lost')
        }
      }
      assert.deepEqual(await readAll(subject, open), before)
    },

    async 'A final state never changes'(subject) {
      const { store } = subject
      const open = await accept(subject)
      await store.journal.checkpoint(checkpointOf(open, { next: ENDED }))
      const before = await readAll(subject, open)
      for (const next of EVERY_NEXT) {
        const late = checkpointOf(open, { sequence: 1, steps: [sampleStep('x')], next })
        assert.equal(await store.journal.checkpoint(late), 'lost')
      }
      assert.deepEqual(await readAll(subject, open), before)
    },

    async 'Of many concurrent checkpoints with the same sequence, exactly one is committed'(subject) {
      const { store } = subject
      for (const steps of [[], [sampleStep('a')]]) {
        const open = await accept(subject)
        const rivals = Array.from({ length: 10 }, (_, n) =>
          checkpointOf(open, { steps, next: { ...ENDED, output: { n } } }),
        )
        const outcomes = await Promise.all(rivals.map((rival) => store.journal.checkpoint(rival)))
        assert.equal(outcomes.filter((outcome) => outcome === 'committed').length, 1)
        const found = await store.executions.find(open.accountId, open.id)
        assert.deepEqual(found?.output, { n: outcomes.indexOf('committed') })
      }
    },

    async 'Each of hundreds of concurrent checkpoints gets its own result'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const opened = await Promise.all(Array.from({ length: 200 }, () => accept(subject, workflow)))
      const outcomes = await Promise.all(
        opened.map((open, n) =>
          store.journal.checkpoint(
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

    async 'Every document is read back unchanged, including the order of its keys'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      for (const [what, document] of Object.entries(AWKWARD_DOCUMENTS)) {
        const open = await accept(subject, workflow, { input: document })
        const steps = [{ ...sampleStep('a'), output: document }]
        const logs = [{ at: 1, level: 'info' as const, message: 'm\u0000 🦆', node_id: 'a', data: document }]
        await store.journal.checkpoint(checkpointOf(open, { steps, logs }))
        const loaded = await store.journal.load(open.id, open.owner)
        const next = { ...ENDED, output: document }
        await store.journal.checkpoint(checkpointOf(open, { sequence: 1, next }))
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

    async 'The journal after a given checkpoint is read back oldest first'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const logs = [{ at: 1, level: 'info' as const, message: 'two', node_id: null }]
      const [a, b] = [sampleStep('a'), sampleStep('b')]
      await store.journal.checkpoint(checkpointOf(open, { sequence: 0, steps: [a] }))
      await store.journal.checkpoint(checkpointOf(open, { sequence: 1 }))
      await store.journal.checkpoint(checkpointOf(open, { sequence: 2, steps: [b], logs }))
      const [first, second, third] = [
        { sequence: 0, steps: [a], logs: [] },
        { sequence: 1, steps: [], logs: [] },
        { sequence: 2, steps: [b], logs },
      ]
      const after = (sequence: number) => store.executions.journal(open.accountId, open.id, sequence)
      assert.deepEqual(await after(-1), [first, second, third])
      assert.deepEqual(await after(0), [second, third])
      assert.deepEqual(await after(1), [third])
      assert.deepEqual(await after(2), [])
      assert.deepEqual(await store.executions.journal(open.accountId, open.id, -1, 1), [first])
      assert.deepEqual(await store.executions.journal(open.accountId, open.id, 0, 1), [second])
    },

    async 'Short and long pages are read back the same way, whatever comes before and after them'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      for (const { lengths, isEnded } of PAGE_LENGTHS) {
        const pages = lengths.map((length, sequence) => pageOf(sequence, length))
        const request = sampleExecution(ids, workflow)
        const open = openedOn(request, workflow.versionId)
        const [first, ...others] = pages
        const what = JSON.stringify(lengths)
        const accepted = await store.intake.acceptWith(
          request,
          workflow.versionId,
          checkpointOf(open, { ...first, sequence: 0 }),
        )
        assert.equal(accepted, 'stored', what)
        for (const [index, page] of others.entries()) {
          const isLast = isEnded && index === others.length - 1
          const checkpoint = checkpointOf(open, { ...page, ...(isLast && { next: ENDED }) })
          assert.equal(await store.journal.checkpoint(checkpoint), 'committed', what)
          assert.equal(await store.journal.checkpoint(checkpoint), 'lost', what)
        }
        const { accountId, id } = request
        for (let after = -1; after < pages.length; after += 1) {
          const rest = pages.slice(after + 1)
          for (const limit of [undefined, 1, 2, pages.length + 1]) {
            const some = rest.slice(0, limit)
            assert.deepEqual(await store.executions.journal(accountId, id, after, limit), some, what)
            const outline = await store.executions.outline(accountId, id, after, limit ?? pages.length)
            assert.deepEqual(
              outline.map(({ sequence, steps }) => [sequence, steps.length]),
              some.map(({ sequence, steps }) => [sequence, steps.length]),
              what,
            )
          }
        }
        const logs = pages.flatMap((page) => page.logs)
        assert.deepEqual(await store.executions.logs(accountId, id), logs, what)
        const loaded = await store.journal.load(id, request.owner)
        const steps = pages.flatMap((page) => page.steps)
        assert.deepEqual(loaded?.steps, isEnded ? undefined : steps, what)
        assert.equal(loaded?.sequence, isEnded ? undefined : pages.length, what)
      }
    },

    async 'An execution that is handed over is due and unowned until it is claimed'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const steps = [sampleStep('a')]
      const handOver = checkpointOf(open, { steps, activeMs: 7, computingMs: 5, next: { kind: 'hand-over' } })
      assert.equal(await store.journal.checkpoint(handOver), 'committed')
      assert.equal((await store.executions.find(open.accountId, open.id))?.status, 'running')
      assert.equal(await store.journal.load(open.id, open.owner), undefined)
      const late = checkpointOf(open, { sequence: 1, next: ENDED })
      assert.equal(await store.journal.checkpoint(late), 'lost')
      assert.deepEqual(await store.claims.claim('runner-2', 1_000), [open.id])
      const claimed = { ...open, owner: 'runner-2', sequence: 1, activeMs: 7, computingMs: 5, steps }
      assert.deepEqual(await store.journal.load(open.id, 'runner-2'), claimed)
      assert.equal(await store.journal.checkpoint(checkpointOf(claimed, { next: ENDED })), 'committed')
    },

    async 'The executions of another account are not visible'(subject) {
      const { store } = subject
      const open = await accept(subject)
      const logs = [{ at: 1, level: 'info' as const, message: 'secret', node_id: null }]
      await store.journal.checkpoint(checkpointOf(open, { logs }))
      const other = await subject.newAccount()
      assert.equal(await store.executions.find(other, open.id), undefined)
      assert.deepEqual(await store.executions.logs(other, open.id), [])
      assert.deepEqual(await store.executions.journal(other, open.id, -1), [])
    },

    async 'An execution is not loaded for another owner'(subject) {
      const open = await accept(subject)
      assert.equal(await subject.store.journal.load(open.id, 'runner-2'), undefined)
    },
  })
}
