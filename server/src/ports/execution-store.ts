import type { ExecutionError, ExecutionStatus } from '@millrace/contract/execution.ts'
import type { AccountId } from '#domain/account.ts'
import type { OnLimit } from '#domain/concurrency.ts'
import type { Execution, ExecutionLog, ExecutionSummary } from '#domain/execution.ts'
import type { JsonObject } from '#domain/json.ts'
import type { Signal } from '#domain/signal.ts'
import type { JournalEntry, WaitKind } from '#domain/step.ts'
import type { CursorRequest } from './paging.ts'
import type { Transaction } from './transaction.ts'

/** Owner of an execution that is due and that any process may claim. */
export const NOBODY = ''

/** The wait of another execution that ends with this one. */
export interface ParentWait {
  readonly executionId: string
  readonly waitId: string
}

export interface NewExecution {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly startedAt: number
  readonly input: JsonObject
  /** The process that will run it, which guards every later write; or `NOBODY`. */
  readonly owner: string
  /** The trigger that fired; null for a run by API or by hand. */
  readonly triggerNodeId: string | null
}

/** An execution on a version that is known: a sub-workflow, or another try of an earlier one. */
export interface NewExecutionOnVersion extends NewExecution {
  readonly versionId: string
  /** How many executions stand above it. */
  readonly depth: number
  readonly parent: ParentWait | null
  /** The execution it repeats. */
  readonly retryOf: string | null
  /** What is taken over from that one; written as the first checkpoint. */
  readonly steps: readonly JournalEntry[]
}

/** An execution as its owner needs it to go on. */
export interface OpenExecution {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly versionId: string
  readonly startedAt: number
  readonly input: JsonObject
  readonly triggerNodeId: string | null
  readonly depth: number
  readonly parent: ParentWait | null
  readonly owner: string
  /** Number of checkpoints so far: the next one is written under it. */
  readonly sequence: number
  /** How long it was active, in milliseconds; time parked does not count. */
  readonly activeMs: number
  /** What is recorded so far, in order. */
  readonly steps: readonly JournalEntry[]
  /** Signals that nothing has taken yet, oldest first. */
  readonly signals: readonly Signal[]
  /** Counts all signals that ever came: tells whether there are new ones. */
  readonly signalSequence: number
}

/** A new execution as its owner gets it, on top and with nothing done. */
export function openedOn(execution: NewExecution, versionId: string): OpenExecution {
  const { id, accountId, workflowId, startedAt, input, triggerNodeId, owner } = execution
  return {
    id,
    accountId,
    workflowId,
    versionId,
    startedAt,
    input,
    triggerNodeId,
    depth: 0,
    parent: null,
    owner,
    sequence: 0,
    activeMs: 0,
    steps: [],
    signals: [],
    signalSequence: 0,
  }
}

/** A row by which a parked execution is found again. */
export interface Wait {
  readonly id: string
  readonly kind: WaitKind
  /** The sweep wakes the execution at or after this time; null: only a signal does. */
  readonly dueAt: number | null
}

export interface ExecutionEnd {
  readonly kind: 'end'
  readonly status: 'completed' | 'failed'
  readonly completedAt: number
  readonly output: JsonObject
  readonly error: ExecutionError | null
  /** Sent to the execution that waits for this one. */
  readonly notify: { readonly executionId: string; readonly signal: Signal } | null
  /** Open sub-workflows that nobody waits for any more: they end as cancelled, in the same transaction. */
  readonly cancel: readonly string[]
}

/** What one advance adds to an execution, in one transaction. */
export interface Checkpoint {
  readonly executionId: string
  readonly owner: string
  readonly sequence: number
  readonly activeMs: number
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
  /** Waits that begin, and ids of those that are over. */
  readonly waits: readonly Wait[]
  readonly waitsOver: readonly string[]
  /** Ids of signals that were taken. */
  readonly signalsTaken: readonly string[]
  /** Sub-workflows that start. */
  readonly children: readonly NewExecutionOnVersion[]
  readonly next:
    /** The owner goes on. */
    | { readonly kind: 'go-on' }
    /** Nothing to do until a wait is over: `pending`, without an owner. Only if no signal came since `signalSequence`. */
    | { readonly kind: 'park'; readonly signalSequence: number }
    /** Due, for another process: this one stops. */
    | { readonly kind: 'hand-over' }
    | ExecutionEnd
}

/** The checkpoint with which an execution ends. */
export type EndingCheckpoint = Checkpoint & { readonly next: ExecutionEnd }

/** `lost`: the execution is no longer the owner's, or is final. `signalled`: it was to be parked, and a signal came. */
export type CheckpointResult = 'committed' | 'lost' | 'signalled'

/** How an execution ends that somebody else puts an end to. */
export interface Ending {
  readonly at: number
  readonly error: ExecutionError
  readonly log: ExecutionLog
}

/** Ends an execution from outside, whoever runs it. */
export interface CancelRequest extends Ending {
  readonly account: AccountId
  readonly id: string
}

/** A run of the owner wants to go on, where only so many may at the same time. */
export interface AdmissionRequest {
  readonly executionId: string
  readonly owner: string
  /** Runs of the workflow with the same key count for each other. Null: nobody knows the key, and the run is dropped. */
  readonly key: string | null
  readonly limit: number
  readonly onLimit: OnLimit
  /** For the run itself, and for those whose place it takes. */
  readonly dropped: Ending
  readonly replaced: Ending
}

export interface AdmissionResult {
  /**
   * `admitted`: it has a place, until it ends. `queued`: it is `pending`, and becomes due when its turn comes. `dropped`: it
   * has ended. `lost`: it is no longer the owner's, or is final.
   */
  readonly kind: 'admitted' | 'queued' | 'dropped' | 'lost'
  /** Runs that were ended for it. */
  readonly replaced: readonly string[]
}

export interface SignalRequest {
  readonly executionId: string
  readonly signal: Signal
  /** Becomes the owner when the execution was parked; `NOBODY` leaves that to whoever claims it first. */
  readonly owner: string
}

/**
 * `woken`: it was parked and is now due. `noted`: it runs and will see the signal. `answered`: that wait got its answer
 * before, or is over. `full`: too many events lie there untaken. `ended`: too late.
 */
export type SignalResult = 'woken' | 'noted' | 'answered' | 'full' | 'ended'

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

export interface ExecutionStore {
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
  /** Adds a checkpoint. Unless it is `committed`, nothing was written. A final state never changes. */
  checkpoint(checkpoint: Checkpoint): Promise<CheckpointResult>
  /** Gives a run a place, or what its workflow wants instead. Who has a place is admitted again. */
  admit(request: AdmissionRequest): Promise<AdmissionResult>
  /** Undefined when the account has no such execution; false when it had ended before. Sub-workflows end with it. */
  cancel(tx: Transaction, request: CancelRequest): Promise<boolean | undefined>
  /** Leaves a signal. Never lost: an execution that does not wait for it yet finds it later. */
  signal(tx: Transaction, request: SignalRequest): Promise<SignalResult>
  /** The wait behind a link, while it is open. */
  findWait(id: string): Promise<OpenWait | undefined>
  /** Whether an execution that is not over has not come to this wait: an answer is kept for it. */
  isAhead(executionId: string, waitId: string): Promise<boolean>
  /** Signals nothing has taken yet, oldest first, and the count of all. */
  signals(id: string): Promise<{ readonly signals: readonly Signal[]; readonly signalSequence: number }>
  /** Makes up to `limit` parked executions due whose time has come, as the owner's own, and tells their ids. */
  wakeDue(owner: string, now: number, limit: number): Promise<readonly string[]>
  /** When the next parked execution comes due; undefined when none waits for a time. */
  nextDue(): Promise<number | undefined>
  /** Makes `owner` the owner of up to `limit` executions that are due and nobody's, oldest first, and tells their ids. */
  claim(owner: string, limit: number): Promise<readonly string[]>
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
  /** What the owner needs to go on; undefined when it is final, parked, or not the owner's. */
  load(id: string, owner: string): Promise<OpenExecution | undefined>
  /**
   * Makes `owner` the owner of up to `limit` open executions, parked ones aside, whose owner shows no sign of life since
   * `silentSince`, and tells their ids.
   */
  takeOver(owner: string, silentSince: number, limit: number): Promise<readonly string[]>
  /** Open executions of the owner, parked ones aside, that were accepted before `before`, oldest first. */
  openOf(owner: string, before: number, limit: number): Promise<readonly string[]>
  /** How the given executions stand, for an owner that works on them: those it still owns, with their count of signals. */
  standing(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * Deletes up to `limit` executions that ended before `before`, with all that belongs to them, and tells how many.
   */
  deleteEnded(before: number, limit: number): Promise<number>
}

/** Signs of life of the processes that run executions. */
export interface RunnerStore {
  beat(owner: string, at: number): Promise<void>
  /** Forgets processes that showed no life since `before`. */
  forget(before: number): Promise<void>
  /** A process that stops in order: its executions can be taken over at once. */
  leave(owner: string): Promise<void>
}
