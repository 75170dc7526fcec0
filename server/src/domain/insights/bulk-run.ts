import type { BulkRunKind, BulkRunStatus } from '@millrace/contract/bulk-run.ts'
import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type { AccountId } from '../accounts/account.ts'
import { isFinal } from '../executions/execution.ts'

/** Many executions, resumed or cancelled one after another. */
export interface BulkRun {
  readonly id: string
  readonly accountId: AccountId
  readonly kind: BulkRunKind
  /** Null if executions were chosen. */
  readonly failureId: string | null
  /** Null if they belong to several workflows. */
  readonly workflowId: string | null
  /** The message of the failure, or which executions were chosen. */
  readonly cause: string
  readonly version: 'current' | 'original'
  readonly status: BulkRunStatus
  /** Executions that match the filter and are no items, because nothing can be done with them. */
  readonly excluded: readonly SkipReason[]
  readonly trialExecutionId: string | null
  readonly message: string | null
  readonly createdAt: number
  readonly endedAt: number | null
  /** Null while executions can still change it: those that it resumed may go on after its end. */
  readonly finalProgress: BulkRunProgress | null
}

export interface SkipReason {
  readonly message: string
  readonly count: number
}

/** `started`: resumed or cancelled, in the same transaction. `skipped` will never be. */
export type BulkRunItemStatus = 'pending' | 'started' | 'skipped'

export interface BulkRunProgress {
  readonly total: number
  readonly started: number
  readonly skipped: number
  readonly completed: number
  readonly failed: number
  /** Started, and neither ended nor parked. */
  readonly running: number
  /** The most frequent first. */
  readonly skipReasons: readonly SkipReason[]
}

/** What decides whether an execution can be resumed or cancelled in a bulk run. */
export interface BulkRunCandidate {
  readonly id: string
  readonly status: ExecutionStatus
  readonly isTest: boolean
  /** Whether its caller waits for it. */
  readonly isAwaited: boolean
  readonly isRetried: boolean
}

export const SKIPPED = {
  missing: 'The execution does not exist.',
  completed: 'The execution has already completed.',
  failed: 'The execution has already failed.',
  open: 'The execution has not ended yet.',
  cancelled: 'The execution was already cancelled.',
  resumed: 'The execution was already resumed.',
  test: 'The execution is a test run. Resume it from its page.',
  awaited: 'The execution is a sub-workflow whose caller waits for it. Resume the caller.',
} as const

/** Returns why a bulk run must leave an execution out; null if it need not. */
export function findSkipReason(kind: BulkRunKind, candidate: BulkRunCandidate): string | null {
  const { status, isTest, isAwaited, isRetried } = candidate
  const ofStatus = skipReasonOfStatus(kind, status)
  if (ofStatus !== null || kind === 'cancel') return ofStatus
  if (isRetried) return SKIPPED.resumed
  if (isTest) return SKIPPED.test
  return isAwaited ? SKIPPED.awaited : null
}

/** The same for all executions with a status. */
export function skipReasonOfStatus(kind: BulkRunKind, status: ExecutionStatus): string | null {
  if (!isFinal(status)) return kind === 'cancel' ? null : SKIPPED.open
  if (status === 'completed') return SKIPPED.completed
  return kind === 'cancel' ? SKIPPED.failed : null
}

export function isActiveBulkRun({ status }: Pick<BulkRun, 'status'>): boolean {
  return status === 'trying' || status === 'running'
}
