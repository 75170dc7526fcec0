import type { BulkRunStatus } from '@millrace/contract/bulk-run.ts'
import type { AccountId } from '../accounts/account.ts'

/** Many failed executions, resumed one after another. */
export interface BulkRun {
  readonly id: string
  readonly accountId: AccountId
  readonly failureId: string
  readonly workflowId: string
  /** The message of the failure. */
  readonly cause: string
  readonly version: 'current' | 'original'
  readonly status: BulkRunStatus
  readonly trialExecutionId: string | null
  readonly message: string | null
  readonly createdAt: number
  readonly endedAt: number | null
}

/** `started` has a new execution, in the same transaction. `skipped` will never have one. */
export type BulkRunItemStatus = 'pending' | 'started' | 'skipped'

export interface BulkRunProgress {
  readonly total: number
  readonly started: number
  readonly skipped: number
  readonly completed: number
  readonly failed: number
  /** Started, and neither ended nor parked. */
  readonly running: number
}

export function isActiveBulkRun({ status }: Pick<BulkRun, 'status'>): boolean {
  return status === 'trying' || status === 'running'
}
