import type { ExecutionError, ExecutionStatus } from '@millrace/contract/execution.ts'
import type { AccountId } from '#domain/account.ts'
import type { Execution, ExecutionLog, ExecutionSummary } from '#domain/execution.ts'
import type { JsonObject } from '#domain/json.ts'
import type { StepRecord } from '#domain/step.ts'
import type { CursorRequest } from './paging.ts'
import type { Transaction } from './transaction.ts'

export interface NewExecution {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly startedAt: number
  readonly input: JsonObject
  /** The process that will run it; guards every later write. */
  readonly owner: string
}

/** An execution as its owner needs it to go on. */
export interface OpenExecution {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly versionId: string
  readonly startedAt: number
  readonly input: JsonObject
  readonly owner: string
  /** Number of checkpoints so far: the next one is written under it. */
  readonly sequence: number
  /** What is recorded so far, in order. */
  readonly steps: readonly StepRecord[]
}

/** What one advance adds to an execution, in one transaction. */
export interface Checkpoint {
  readonly executionId: string
  readonly owner: string
  readonly sequence: number
  readonly steps: readonly StepRecord[]
  readonly logs: readonly ExecutionLog[]
  readonly end?: {
    readonly status: 'completed' | 'failed'
    readonly completedAt: number
    readonly output: JsonObject
    readonly error: ExecutionError | null
  }
}

export interface ExecutionFilter {
  readonly status: ExecutionStatus | undefined
  /** Inclusive, in milliseconds. */
  readonly from: number | undefined
  readonly to: number | undefined
}

export interface ExecutionStore {
  /**
   * Stores an accepted execution on the workflow's current version and resolves when it is durable. Undefined when the
   * account has no such workflow. Within `tx` it becomes durable with it.
   */
  accept(execution: NewExecution, tx?: Transaction): Promise<OpenExecution | undefined>
  /**
   * Adds a checkpoint. `lost`: the execution is no longer the owner's, or is final; nothing was written. A final state
   * never changes.
   */
  checkpoint(checkpoint: Checkpoint): Promise<'committed' | 'lost'>
  find(account: AccountId, id: string): Promise<Execution | undefined>
  logs(account: AccountId, id: string): Promise<readonly ExecutionLog[]>
  list(
    account: AccountId,
    workflowId: string,
    filter: ExecutionFilter,
    cursor: CursorRequest,
  ): Promise<readonly ExecutionSummary[]>
  /** What the owner needs to go on; undefined when it is final or not the owner's. */
  load(id: string, owner: string): Promise<OpenExecution | undefined>
  /**
   * Makes `owner` the owner of up to `limit` open executions whose owner shows no sign of life since `silentSince`,
   * and tells their ids.
   */
  takeOver(owner: string, silentSince: number, limit: number): Promise<readonly string[]>
  /** Open executions of the owner that were accepted before `before`, oldest first. */
  openOf(owner: string, before: number, limit: number): Promise<readonly string[]>
}

/** Signs of life of the processes that run executions. */
export interface RunnerStore {
  beat(owner: string, at: number): Promise<void>
  /** Forgets processes that showed no life since `before`. */
  forget(before: number): Promise<void>
  /** A process that stops in order: its executions can be taken over at once. */
  leave(owner: string): Promise<void>
}
