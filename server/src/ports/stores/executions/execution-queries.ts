import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import type {
  AccountId,
  Execution,
  ExecutionLog,
  ExecutionOverview,
  ExecutionSummary,
  JournalEntry,
  WaitKind,
} from '#domain/index.ts'
import type { CursorRequest } from '../shared/paging.ts'
import type { Transaction } from '../shared/transaction.ts'

/** An open wait, as its link finds it. */
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
  readonly trigger?: ExecutionTrigger | undefined
  /** Only executions that failed with this code. */
  readonly errorCode?: string | undefined
}

export interface AllExecutionsFilter extends ExecutionFilter {
  readonly workflowId: string | undefined
}

/** The journal entries of one checkpoint. */
export interface JournalPage {
  readonly sequence: number
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
}

/** Reads of executions for the API. */
export interface ExecutionQueries {
  /** Undefined when the account has no such execution. With `tx`, also sees the writes of `tx`. */
  find(account: AccountId, id: string, tx?: Transaction): Promise<Execution | undefined>
  /** Returns all log entries, oldest first. With `tx`, also sees the writes of `tx`. */
  logs(account: AccountId, id: string, tx?: Transaction): Promise<readonly ExecutionLog[]>
  /** Returns the journal after the checkpoint `after` (−1 for all), oldest first, at most `limit` pages if given. */
  journal(account: AccountId, id: string, after: number, limit?: number): Promise<readonly JournalPage[]>
  /**
   * Like `journal`, at most `limit` pages, for callers that show little of it: outputs and the items of loops are `RawJson`.
   * Reading a long page lets other work have its turn.
   */
  outline(account: AccountId, id: string, after: number, limit: number): Promise<readonly JournalPage[]>
  /** The JSON text of the input or output; undefined when the account has no such execution. */
  text(account: AccountId, id: string, part: 'input' | 'output'): Promise<string | undefined>
  /** Returns the executions of a workflow, newest first. */
  list(
    account: AccountId,
    workflowId: string,
    filter: ExecutionFilter,
    cursor: CursorRequest,
  ): Promise<readonly ExecutionSummary[]>
  /** Returns the executions of all workflows of an account, newest first. */
  listAll(
    account: AccountId,
    filter: AllExecutionsFilter,
    cursor: CursorRequest,
  ): Promise<readonly ExecutionOverview[]>
  /** An execution as `listAll` returns it. */
  overview(account: AccountId, id: string): Promise<ExecutionOverview | undefined>
  /** Returns an open wait; undefined when the wait has not begun or has ended. */
  findWait(id: string): Promise<OpenWait | undefined>
  /** True when the execution is open and has not reached this wait yet, so that an answer can be enqueued for it. */
  canStillReachWait(executionId: string, waitId: string): Promise<boolean>
}
