import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import type {
  AccountId,
  Execution,
  ExecutionLog,
  ExecutionOverview,
  ExecutionSummary,
  JournalEntry,
  StepWaiting,
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

export interface ApprovalFilter {
  /** Approvals that timed out before are left out. */
  readonly now: number
  readonly executionId?: string | undefined
  readonly workflowId?: string | undefined
}

/** An approval that nobody has answered yet. */
export interface OpenApproval {
  readonly id: string
  readonly executionId: string
  readonly workflowId: string
  /** Null if the workflow was deleted. */
  readonly workflowName: string | null
  readonly versionId: string
  readonly isTest: boolean
  readonly begunAt: number
  readonly dueAt: number | null
  /** The entry of the journal; undefined when the journal does not have it. */
  readonly step: StepWaiting | undefined
}

/** Up to `limit` approvals that began before this one, if given. */
export interface ApprovalCursor {
  readonly before: Pick<OpenApproval, 'begunAt' | 'id'> | undefined
  readonly limit: number
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
  /** The same, for whoever only passes it on: `input` and `output` are `RawJson`. */
  findRaw(account: AccountId, id: string, tx?: Transaction): Promise<Execution | undefined>
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
  /** True when the execution has reached this wait at any time. */
  hasReachedWait(executionId: string, waitId: string): Promise<boolean>
  /** Returns the approvals of all executions that wait for an answer, newest first. */
  listApprovals(
    account: AccountId,
    filter: ApprovalFilter,
    cursor: ApprovalCursor,
  ): Promise<readonly OpenApproval[]>
  countApprovals(account: AccountId, filter: ApprovalFilter): Promise<number>
}
