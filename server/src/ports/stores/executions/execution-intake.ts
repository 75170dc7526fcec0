import type { AccountId, NewExecution, NewExecutionOnVersion, OpenExecution, Signal } from '#domain/index.ts'
import type { Transaction } from '../shared/transaction.ts'
import type { Checkpoint } from './execution-journal.ts'
import type { Ending } from './execution-ending.ts'

/** Cancels an execution, whichever process owns it. */
export interface CancelRequest extends Ending {
  readonly account: AccountId
  readonly id: string
}

export interface SignalRequest {
  readonly executionId: string
  readonly signal: Signal
  /** The new owner if the signal wakes the execution. With `UNOWNED` any process may claim it. */
  readonly owner: string
}

/**
 * - `woken`: the execution was parked and is now due.
 * - `enqueued`: the execution runs, or is queued for a concurrency slot, and will find the signal.
 * - `answered`: the wait already has an answer, or has ended. Nothing was stored.
 * - `full`: too many events are enqueued. Nothing was stored.
 * - `ended`: the execution has ended or does not exist. Nothing was stored.
 */
export type SignalResult = 'woken' | 'enqueued' | 'answered' | 'full' | 'ended'

/** Accepts executions, and passes on what reaches them from outside while they are open. */
export interface ExecutionIntake {
  /**
   * Stores a new execution on the current version of its workflow and resolves when it is durable; with `tx`, it becomes
   * durable together with `tx`. Undefined when the account has no such workflow.
   */
  accept(execution: NewExecution, tx?: Transaction): Promise<OpenExecution | undefined>
  /**
   * Stores a new execution together with its first checkpoint, such as its end, computed on the version `versionId`. Returns
   * `stored` when both are durable. If the workflow has a newer version by now, the checkpoint is discarded, and the execution is
   * stored and returned as open and due. Undefined when the account has no such workflow.
   */
  acceptWith(
    execution: NewExecution,
    versionId: string,
    checkpoint: Checkpoint,
  ): Promise<OpenExecution | 'stored' | undefined>
  /** Accepts several executions like `accept`. Returns the results in the order of the executions. */
  acceptAll(
    tx: Transaction,
    executions: readonly NewExecution[],
  ): Promise<readonly (OpenExecution | undefined)[]>
  /** Stores a new execution on the version it names. */
  acceptOnVersion(tx: Transaction, execution: NewExecutionOnVersion): Promise<OpenExecution>
  /**
   * Ends an execution and its open sub-workflows. True when it was open; false when it had already ended; undefined when the
   * account has no such execution.
   */
  cancel(tx: Transaction, request: CancelRequest): Promise<boolean | undefined>
  /** Enqueues a signal. The execution finds it even if it reaches the matching wait only later. */
  signal(tx: Transaction, request: SignalRequest): Promise<SignalResult>
}
