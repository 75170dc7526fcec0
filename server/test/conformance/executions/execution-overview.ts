import assert from 'node:assert/strict'
import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import type { Workflow } from '#domain/index.ts'
import type { AllExecutionsFilter } from '#ports/index.ts'
import { testPromises } from '../conformance-suite.ts'
import type { EngineStoreOptions, EngineSubject } from '../engine-store.ts'
import { accept, checkpointOf, endingOf, ENDED, insertWorkflow, sampleChild } from './execution-samples.ts'
import { sampleExecution } from '../samples.ts'

const T = Date.UTC(2026, 0, 31, 8, 30)
const ALL: AllExecutionsFilter = {
  workflowId: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
}

export function testExecutionOverview(options: EngineStoreOptions): void {
  testPromises(options, {
    async 'Executions of all workflows are listed newest first, with their workflow, version, trigger and error'(
      subject,
    ) {
      const workflow = await insertWorkflow(subject)
      const { accountId, id: workflowId, versionId, name } = workflow
      const open = await accept(subject, workflow, { startedAt: T, trigger: 'webhook' })
      const failed = await run(subject, workflow, T + 1, { trigger: 'schedule', code: 'HTTP_404' })
      const shared = { workflowId, workflowName: name, versionId, versionNumber: 1, triggerNodeId: 'begin' }
      assert.deepEqual(await subject.store.executions.listAll(accountId, ALL, first(10)), [
        {
          ...shared,
          id: failed,
          status: 'failed',
          startedAt: T + 1,
          completedAt: T + 11,
          trigger: 'schedule',
          retryOf: null,
          error: { code: 'HTTP_404', message: 'no', node_id: null },
        },
        {
          ...shared,
          id: open.id,
          status: 'running',
          startedAt: T,
          completedAt: null,
          trigger: 'webhook',
          retryOf: null,
          error: null,
        },
      ])
      const { executions } = subject.store
      assert.equal((await executions.overview(accountId, failed))?.trigger, 'schedule')
      const stranger = await insertWorkflow(subject)
      assert.equal(await executions.overview(stranger.accountId, failed), undefined)
      assert.deepEqual(await executions.listAll(stranger.accountId, ALL, first(10)), [])
      assert.deepEqual(await executions.listAll(stranger.accountId, { ...ALL, workflowId }, first(10)), [])
    },

    async 'The list of all executions combines every filter, with a cursor and an order that are stable'(
      subject,
    ) {
      const one = await insertWorkflow(subject)
      const two = await insertWorkflow(subject, { accountId: one.accountId })
      const created: {
        id: string
        workflow: Workflow
        trigger: ExecutionTrigger
        code: string | undefined
      }[] = []
      for (let n = 0; n < 24; n += 1) {
        const workflow = n % 2 === 0 ? one : two
        const trigger = (['api', 'manual', 'retry'] as const)[n % 3] ?? 'api'
        const code = [undefined, 'A', 'B', 'A'][n % 4]
        // Some share a millisecond.
        created.push({
          id: await run(subject, workflow, T + (n >> 1), { trigger, code }),
          workflow,
          trigger,
          code,
        })
      }
      const newest = created.toSorted((a, b) => (a.id < b.id ? 1 : -1))
      for (const trigger of [undefined, 'api', 'manual', 'schedule'] as const) {
        for (const status of [undefined, 'completed', 'failed', 'running'] as const) {
          for (const errorCode of [undefined, 'A', 'C']) {
            for (const workflow of [undefined, one]) {
              const filter = { ...ALL, trigger, status, errorCode, workflowId: workflow?.id }
              const expected = newest
                .filter((row) => trigger === undefined || row.trigger === trigger)
                .filter(
                  ({ code }) =>
                    status === undefined || (code === undefined ? 'completed' : 'failed') === status,
                )
                .filter(({ code }) => errorCode === undefined || code === errorCode)
                .filter((row) => workflow === undefined || row.workflow === workflow)
                .map(({ id }) => id)
              const message = JSON.stringify({ trigger, status, errorCode, workflow: workflow?.id })
              assert.deepEqual(await page(subject, one, filter), expected, message)
            }
          }
        }
      }
      const range = { ...ALL, from: T + 2, to: T + 3 }
      assert.deepEqual(
        await page(subject, one, range),
        newest.filter((row) => created.slice(4, 8).includes(row)).map(({ id }) => id),
      )
    },

    async 'Inline runs, retries and sub-workflows are listed with what started them'(subject) {
      const { store, ids } = subject
      const workflow = await insertWorkflow(subject)
      const request = sampleExecution(ids, workflow, { trigger: 'form' })
      const end = { ...ENDED, status: 'failed' as const, error: { code: 'X', message: 'no', node_id: null } }
      assert.equal(
        await store.intake.acceptWith(
          request,
          workflow.versionId,
          endingOf(request, workflow, { next: end }),
        ),
        'stored',
      )
      const open = await accept(subject, workflow)
      const child = sampleChild(ids, open, null, { trigger: 'workflow' })
      await store.journal.checkpoint(checkpointOf(open, { children: [child] }))
      const retry = { ...sampleChild(ids, open, null, { trigger: 'retry' }), depth: 0, retryOf: request.id }
      await store.write((tx) => store.intake.acceptOnVersion(tx, retry))
      const found = async (filter: Partial<AllExecutionsFilter>) =>
        (await store.executions.listAll(workflow.accountId, { ...ALL, ...filter }, first(10))).map(
          ({ id }) => id,
        )
      assert.deepEqual(await found({ trigger: 'form' }), [request.id])
      assert.deepEqual(await found({ errorCode: 'X' }), [request.id])
      assert.deepEqual(await found({ trigger: 'workflow' }), [child.id])
      assert.deepEqual(await found({ trigger: 'retry' }), [retry.id])
      assert.equal((await store.executions.overview(workflow.accountId, retry.id))?.retryOf, request.id)
    },

    async 'The name of a deleted workflow is null'(subject) {
      const { store } = subject
      const workflow = await insertWorkflow(subject)
      const { id } = await accept(subject, workflow)
      await store.write((tx) => store.workflows.delete(tx, workflow.accountId, workflow.id, T))
      assert.equal((await store.executions.overview(workflow.accountId, id))?.workflowName, null)
    },
  })
}

const first = (limit: number) => ({ before: undefined, limit })

/** All pages of the list, three executions at a time. */
async function page(
  { store }: EngineSubject,
  { accountId }: Workflow,
  filter: AllExecutionsFilter,
): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const rows = await store.executions.listAll(accountId, filter, { before: seen.at(-1), limit: 3 })
    if (rows.length === 0) return seen
    seen.push(...rows.map(({ id }) => id))
  }
}

interface Ended {
  readonly trigger: ExecutionTrigger
  /** Undefined: it completes. */
  readonly code: string | undefined
}

async function run(
  subject: EngineSubject,
  workflow: Workflow,
  startedAt: number,
  { trigger, code }: Ended,
): Promise<string> {
  const open = await accept(subject, workflow, { startedAt, trigger })
  const error = code === undefined ? null : { code, message: 'no', node_id: null }
  const status: 'completed' | 'failed' = code === undefined ? 'completed' : 'failed'
  const next = { ...ENDED, status, error, completedAt: startedAt + 10 }
  await subject.store.journal.checkpoint(checkpointOf(open, { next }))
  return open.id
}
