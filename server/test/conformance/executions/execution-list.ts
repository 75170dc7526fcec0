import assert from 'node:assert/strict'
import type { Workflow } from '#domain/index.ts'
import type { ExecutionFilter } from '#ports/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { accept, checkpointOf, ENDED, insertWorkflow, park, sampleWait } from './execution-samples.ts'

const T = Date.UTC(2026, 0, 31, 8, 30)
const ALL: ExecutionFilter = { status: undefined, from: undefined, to: undefined }

export function testExecutionList(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Executions are listed newest first, with the fields of a list'(subject) {
      const workflow = await insertWorkflow(subject)
      const running = await run(subject, workflow, T)
      const failed = await run(subject, workflow, T + 1, 'failed')
      const completed = await run(subject, workflow, T + 2, 'completed')
      const { id: workflowId } = workflow
      assert.deepEqual(await subject.store.executions.list(workflow.accountId, workflowId, ALL, first(10)), [
        { id: completed, workflowId, status: 'completed', startedAt: T + 2, completedAt: T + 12 },
        { id: failed, workflowId, status: 'failed', startedAt: T + 1, completedAt: T + 11 },
        { id: running, workflowId, status: 'running', startedAt: T, completedAt: null },
      ])
    },

    async 'Paging through executions of the same millisecond loses and repeats none, while more are added'(
      subject,
    ) {
      const workflow = await insertWorkflow(subject)
      const created: string[] = []
      for (let n = 0; n < 11; n += 1) {
        created.push(await run(subject, workflow, T, (['running', 'completed', 'failed'] as const)[n % 3]))
      }
      const seen: string[] = []
      for (let before: string | undefined; ; before = seen.at(-1)) {
        const page = await list(subject, workflow, ALL, { before, limit: 3 })
        if (page.length === 0) break
        seen.push(...page)
        await run(subject, workflow, T + 5)
      }
      assert.deepEqual(seen, created.toReversed())
    },

    async 'The list is filtered by status, also with a cursor'(subject) {
      const workflow = await insertWorkflow(subject)
      const a = await run(subject, workflow, T, 'completed')
      const b = await run(subject, workflow, T + 1, 'completed')
      const c = await run(subject, workflow, T + 2, 'failed')
      const d = await run(subject, workflow, T + 3)
      const e = await accept(subject, workflow, { startedAt: T + 4 })
      await park(subject, e, [sampleWait(subject.ids)])
      const completed = { ...ALL, status: 'completed' as const }
      assert.deepEqual(await list(subject, workflow, completed, first(10)), [b, a])
      assert.deepEqual(await list(subject, workflow, completed, { before: b, limit: 10 }), [a])
      assert.deepEqual(await list(subject, workflow, { ...ALL, status: 'failed' }, first(10)), [c])
      assert.deepEqual(await list(subject, workflow, { ...ALL, status: 'running' }, first(10)), [d])
      assert.deepEqual(await list(subject, workflow, { ...ALL, status: 'pending' }, first(10)), [e.id])
    },

    async 'The list is filtered by time to the millisecond, both bounds inclusive'(subject) {
      const workflow = await insertWorkflow(subject)
      const created: string[] = []
      for (const offset of [0, 1, 2, 3]) {
        created.push(await run(subject, workflow, T + offset, offset % 2 === 0 ? 'completed' : undefined))
      }
      const [a, b, c, d] = created
      const between = (from: number | undefined, to: number | undefined) =>
        list(subject, workflow, { ...ALL, from, to }, first(10))
      assert.deepEqual(await between(T + 1, T + 2), [c, b])
      assert.deepEqual(await between(T + 1, undefined), [d, c, b])
      assert.deepEqual(await between(undefined, T + 1), [b, a])
      assert.deepEqual(await between(T, T), [a])
      assert.deepEqual(await between(T + 4, undefined), [])
      assert.deepEqual(await between(undefined, T - 1), [])
      assert.deepEqual(await between(T + 2, T + 1), [])
      assert.deepEqual(
        await list(subject, workflow, { status: 'completed', from: T + 1, to: T + 3 }, first(10)),
        [c],
      )
    },

    async 'The time filter accepts any time, however early or late'(subject) {
      const workflow = await insertWorkflow(subject)
      const only = await run(subject, workflow, T)
      const filter = { ...ALL, from: -8.64e15, to: 8.64e15 }
      assert.deepEqual(await list(subject, workflow, filter, first(10)), [only])
    },

    async 'The list respects the limit'(subject) {
      const workflow = await insertWorkflow(subject)
      for (let n = 0; n < 4; n += 1) await run(subject, workflow, T, n % 2 === 0 ? 'failed' : 'completed')
      assert.equal((await list(subject, workflow, ALL, first(3))).length, 3)
    },

    async 'Executions of another workflow or another account are not listed'(subject) {
      const [workflow, neighbour] = [await insertWorkflow(subject), await insertWorkflow(subject)]
      await run(subject, workflow, T)
      assert.deepEqual(await list(subject, neighbour, ALL, first(10)), [])
      const foreign = { ...workflow, accountId: neighbour.accountId }
      assert.deepEqual(await list(subject, foreign, ALL, first(10)), [])
    },
  })
}

const first = (limit: number) => ({ before: undefined, limit })

async function list(
  { store }: EngineSubject,
  workflow: Workflow,
  filter: ExecutionFilter,
  cursor: { before: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await store.executions.list(workflow.accountId, workflow.id, filter, cursor)
  return rows.map(({ id }) => id)
}

async function run(
  subject: EngineSubject,
  workflow: Workflow,
  startedAt: number,
  status: 'running' | 'completed' | 'failed' = 'running',
): Promise<string> {
  const open = await accept(subject, workflow, { startedAt })
  if (status !== 'running') {
    const next = { ...ENDED, status, completedAt: startedAt + 10 }
    await subject.store.journal.checkpoint(checkpointOf(open, { next }))
  }
  return open.id
}
