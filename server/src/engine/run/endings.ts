import type { ExecutionError } from '@millrace/contract/execution.ts'
import type { Execution, ExecutionLog, JsonObject, OpenExecution } from '#domain/index.ts'
import type { ExecutionEnd } from '#ports/index.ts'
import type { RunContext } from './run-context.ts'

/** An execution as its end left it, with its whole log. */
export interface EndedExecution extends Omit<Execution, 'retryOf'> {
  readonly logs: readonly ExecutionLog[]
}

/** What is stored of an execution once this end is committed. */
export function endedBy(
  { id, accountId, workflowId, versionId, startedAt, input, triggerNodeId }: OpenExecution,
  { status, completedAt, output, error }: ExecutionEnd,
  logs: readonly ExecutionLog[],
): EndedExecution {
  const stored = { id, accountId, workflowId, versionId, startedAt, input, triggerNodeId }
  return { ...stored, status, completedAt, output, error, logs }
}

/** The end of a run that completed. */
export function completed(run: RunContext): ExecutionEnd {
  const { plan } = run
  if (!plan.isFinished) throw new Error('Nothing runs and nothing waits, but the run is not finished.')
  run.log('info', `Completed: ${plan.count === 1 ? '1 node' : `${plan.count} nodes`} ran.`)
  return endOf(run, run.latest, plan.output(), null)
}

export function failed(run: RunContext, error: ExecutionError): ExecutionEnd {
  const { limit, checkpoints } = run
  if (limit !== undefined && error === run.failure) {
    checkpoints.addLog({ at: run.now(), level: 'error', message: limit.message, node_id: limit.endedAt })
  }
  for (const step of run.inFlight) {
    if (step.current === undefined) continue
    run.log('warn', 'The step was aborted because the run ended.', step)
  }
  return endOf(run, run.now(), {}, error)
}

/** The end of a run whose version has problems: its log lists all of them. */
export function refused(run: RunContext): ExecutionEnd {
  const { problems } = run.version
  for (const { nodeId, message } of problems) {
    run.checkpoints.addLog({ at: run.now(), level: 'error', message, node_id: nodeId })
  }
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more; see the log)` : ''
  const message = `${first?.message ?? 'The workflow cannot run.'}${more}`
  return endOf(run, run.now(), {}, { code: 'INVALID_WORKFLOW', message, node_id: first?.nodeId ?? null })
}

function endOf(run: RunContext, at: number, output: JsonObject, error: ExecutionError | null): ExecutionEnd {
  const { open, children } = run
  const status = error === null ? 'completed' : 'failed'
  // A clock that was set back must not make a run end before it began.
  const completedAt = Math.max(at, open.startedAt)
  return {
    kind: 'end',
    status,
    completedAt,
    output,
    error,
    notify: open.parent && {
      executionId: open.parent.executionId,
      signal: {
        id: open.id,
        event: null,
        waitId: open.parent.waitId,
        data: { status, output, error: error && { ...error } },
        at: completedAt,
      },
    },
    cancel: [...children],
  }
}
