import type { AccountId, NewExecution, NewExecutionOnVersion, OpenExecution, Signal } from '#domain/index.ts'
import type { Transaction } from '../shared/transaction.ts'
import type { EndingCheckpoint } from './execution-journal.ts'
import type { Ending } from './execution-ending.ts'

/** Ends an execution from outside, whoever runs it. */
export interface CancelRequest extends Ending {
  readonly account: AccountId
  readonly id: string
}

export interface SignalRequest {
  readonly executionId: string
  readonly signal: Signal
  /** Becomes the owner when the execution was parked; `UNOWNED` leaves that to whoever claims it first. */
  readonly owner: string
}

/**
 * `woken`: it was parked and is now due. `noted`: it runs and will see the signal. `answered`: that wait got its answer
 * before, or is over. `full`: too many events lie there untaken. `ended`: too late.
 */
export type SignalResult = 'woken' | 'noted' | 'answered' | 'full' | 'ended'

/** How executions get in, and what reaches them from outside while they are open. */
export interface ExecutionIntake {
  /**
   * Stores an accepted execution on the workflow's current version and resolves when it is durable. Undefined when the
   * account has no such workflow. Within `tx` it becomes durable with it.
   */
  accept(execution: NewExecution, tx?: Transaction): Promise<OpenExecution | undefined>
  /**
   * Stores an execution together with its end, which was found on the version `versionId`: a run of which nothing depends
   * on being accepted first. Where the workflow has a newer version by now it is stored as one that is due.
   */
  acceptEnded(
    execution: NewExecution,
    versionId: string,
    end: EndingCheckpoint,
  ): Promise<OpenExecution | 'ended' | undefined>
  /** The same as `accept` for many at once, with the result of each. */
  acceptAll(
    tx: Transaction,
    executions: readonly NewExecution[],
  ): Promise<readonly (OpenExecution | undefined)[]>
  /** Stores an execution on the version it names. */
  acceptOnVersion(tx: Transaction, execution: NewExecutionOnVersion): Promise<OpenExecution>
  /** Undefined when the account has no such execution; false when it had ended before. Sub-workflows end with it. */
  cancel(tx: Transaction, request: CancelRequest): Promise<boolean | undefined>
  /** Leaves a signal. Never lost: an execution that does not wait for it yet finds it later. */
  signal(tx: Transaction, request: SignalRequest): Promise<SignalResult>
}
