import assert from 'node:assert/strict'
import type { ExecutionError } from '@millrace/contract/execution.ts'
import type { BulkRun, NewExecution, OpenExecution, Workflow } from '#domain/index.ts'
import type { Subject } from '../conformance-suite.ts'
import { accept, checkpointOf, ENDED, insertWorkflow } from '../executions/execution-samples.ts'

export const HOUR = 3_600_000
let latest = Date.UTC(2026, 0, 31, 8, 30)

/** Each test has a time of its own, after those of the tests before: executions are read in the order of their ids. */
export function nextTime(): number {
  latest += 1_000 * HOUR
  return latest
}

export interface EndedRun {
  readonly startedAt?: number
  readonly durationMs?: number
  readonly error?: ExecutionError
}

/** Ends an execution. */
export async function end({ store }: Subject, open: OpenExecution, run: EndedRun = {}): Promise<void> {
  const { durationMs = 10, error = null } = run
  const completedAt = open.startedAt + durationMs
  const next = {
    ...ENDED,
    status: error === null ? ('completed' as const) : ('failed' as const),
    completedAt,
    error,
  }
  assert.equal(await store.journal.checkpoint(checkpointOf(open, { next })), 'committed')
}

export async function runToEnd(
  subject: Subject,
  workflow: Workflow,
  run: EndedRun & Partial<NewExecution> & { readonly startedAt: number },
): Promise<OpenExecution> {
  const { startedAt, durationMs, error, ...changes } = run
  const open = await accept(subject, workflow, { startedAt, ...changes })
  await end(subject, open, { ...(durationMs !== undefined && { durationMs }), ...(error && { error }) })
  return open
}

export const failure = (message: string, nodeId = 'charge', code = 'HTTP_402'): ExecutionError => ({
  code,
  message,
  node_id: nodeId,
})

/** A retry of an execution, which has ended. */
export async function retry(
  subject: Subject,
  original: OpenExecution,
  error: ExecutionError | null,
): Promise<string> {
  const open = await startRetry(subject, original)
  await end(subject, open, error === null ? {} : { error })
  return open.id
}

export async function startRetry({ store, ids }: Subject, original: OpenExecution): Promise<OpenExecution> {
  const startedAt = original.startedAt + 1_000
  const request = {
    ...original,
    id: ids.next(startedAt),
    startedAt,
    trigger: 'retry' as const,
    retryOf: original.id,
    steps: [],
    owner: 'runner-1',
  }
  return store.write((tx) => store.intake.acceptOnVersion(tx, request))
}

export async function failTimes(
  subject: Subject,
  count: number,
  at: number,
): Promise<{ workflow: Workflow; runs: OpenExecution[] }> {
  const workflow = await insertWorkflow(subject)
  const runs: OpenExecution[] = []
  for (let n = 0; n < count; n += 1) {
    runs.push(await runToEnd(subject, workflow, { startedAt: at + n, error: failure(`Card ${n} declined`) }))
  }
  return { workflow, runs }
}

export function sampleBulkRun(
  { ids }: Subject,
  workflow: Workflow,
  failureId: string,
  at: number,
): BulkRun & { readonly failureId: string } {
  return {
    id: ids.next(at + HOUR),
    accountId: workflow.accountId,
    kind: 'resume',
    failureId,
    workflowId: workflow.id,
    cause: 'Card 0 declined\0',
    version: 'current',
    status: 'trying',
    excluded: [],
    trialExecutionId: null,
    message: null,
    createdAt: at + HOUR,
    endedAt: null,
    finalProgress: null,
  }
}
