import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type {
  AccountId,
  Execution,
  ExecutionLog,
  ExecutionSummary,
  JournalEntry,
  WaitKind,
} from '#domain/index.ts'
import type { CursorRequest } from '../shared/paging.ts'
import type { Transaction } from '../shared/transaction.ts'

/** A wait that can be answered from outside, by its link. */
export interface OpenWait {
  readonly id: string
  readonly executionId: string
  readonly accountId: AccountId
  readonly kind: WaitKind
  readonly dueAt: number | null
}

export interface ExecutionFilter {
  readonly status: ExecutionStatus | undefined
  /** Inclusive, in milliseconds. */
  readonly from: number | undefined
  readonly to: number | undefined
}

/** What one checkpoint added, for those who follow an execution. */
export interface JournalPage {
  readonly sequence: number
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
}

/** What the product shows of executions. */
export interface ExecutionQueries {
  /** Within `tx` also what `tx` has written. */
  find(account: AccountId, id: string, tx?: Transaction): Promise<Execution | undefined>
  /** Within `tx` also what `tx` has written. */
  logs(account: AccountId, id: string, tx?: Transaction): Promise<readonly ExecutionLog[]>
  /** The journal after the checkpoint `after` (−1: from the start), oldest first; `limit` pages at most, all unless told. */
  journal(account: AccountId, id: string, after: number, limit?: number): Promise<readonly JournalPage[]>
  list(
    account: AccountId,
    workflowId: string,
    filter: ExecutionFilter,
    cursor: CursorRequest,
  ): Promise<readonly ExecutionSummary[]>
  /** The wait behind a link, while it is open. */
  findWait(id: string): Promise<OpenWait | undefined>
  /** Whether an execution that is not over has not come to this wait: an answer is kept for it. */
  isAhead(executionId: string, waitId: string): Promise<boolean>
}
