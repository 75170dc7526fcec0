import type { ExecutionError } from '@millrace/contract/execution.ts'
import type { AccountId } from '../accounts/account.ts'
import { toErrorCode } from '../executions/execution.ts'
import { durationBin } from './duration-bins.ts'
import type { FailureCause } from './failure.ts'
import { fingerprintFailure } from './failure-fingerprint.ts'

export const HOUR_MS = 3_600_000

/** What the statistics need to know about an execution. */
export interface FoldableRun {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly versionId: string
  readonly startedAt: number
  readonly completedAt: number | null
  /** Null unless it failed. */
  readonly error: ExecutionError | null
  readonly retryOf: string | null
  /** Whether it runs a working copy. */
  readonly isTest: boolean
  /** Whether another execution waits for it, and reports its failure. */
  readonly isAwaited: boolean
}

export type RunOutcome = 'completed' | 'failed' | 'cancelled'

/** Runs of a workflow that started in the same hour, ended the same way and took about the same time. */
export interface RunCount {
  readonly accountId: AccountId
  readonly workflowId: string
  readonly hour: number
  readonly outcome: RunOutcome
  readonly durationBin: number
  readonly runs: number
}

interface FailedRun {
  readonly executionId: string
  readonly versionId: string
  readonly cause: FailureCause
}

/** What a batch of executions adds to the statistics. */
export interface Fold {
  /** Executions that have not ended: they are looked at again. */
  readonly open: readonly string[]
  readonly counts: readonly RunCount[]
  readonly failed: readonly FailedRun[]
  /** Executions that were retried. */
  readonly resumed: readonly string[]
}

/** @param deriveId returns the same id for the same text. */
export function foldRuns(runs: readonly FoldableRun[], deriveId: (text: string) => string): Fold {
  const counts = new Map<string, RunCount>()
  const open: string[] = []
  const failed: FailedRun[] = []
  const resumed: string[] = []
  for (const run of runs) {
    if (run.completedAt === null) {
      open.push(run.id)
      continue
    }
    if (run.isTest) continue
    const { accountId, workflowId } = run
    const hour = Math.floor(run.startedAt / HOUR_MS) * HOUR_MS
    const outcome = outcomeOf(run)
    const bin = durationBin(run.completedAt - run.startedAt)
    const key = `${workflowId} ${hour} ${outcome} ${bin}`
    const known = counts.get(key)?.runs ?? 0
    counts.set(key, { accountId, workflowId, hour, outcome, durationBin: bin, runs: known + 1 })
    if (run.retryOf !== null) resumed.push(run.retryOf)
    if (outcome === 'failed' && run.error !== null && !run.isAwaited) {
      failed.push({ executionId: run.id, versionId: run.versionId, cause: causeOf(run, run.error, deriveId) })
    }
  }
  return { open, counts: [...counts.values()], failed, resumed }
}

function outcomeOf({ error }: FoldableRun): RunOutcome {
  if (error === null) return 'completed'
  return error.code === 'CANCELLED' ? 'cancelled' : 'failed'
}

function causeOf(
  { accountId, workflowId }: FoldableRun,
  error: ExecutionError,
  deriveId: (text: string) => string,
): FailureCause {
  const { node_id: nodeId, message } = error
  const code = toErrorCode(error.code)
  const fingerprint = fingerprintFailure({ nodeId, code, message })
  const id = deriveId(`failure ${accountId} ${workflowId} ${fingerprint}`)
  return { id, accountId, workflowId, nodeId, code, message }
}
