import type { ExecutionError } from '@millrace/contract/execution.ts'
import type {
  ExecutionLog,
  JournalEntry,
  JsonObject,
  NewExecutionOnVersion,
  OnLimit,
  OpenExecution,
  Signal,
  WaitKind,
} from '#domain/index.ts'
import type { Ending } from './execution-ending.ts'

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

/** What the owner of an execution reads and writes while it runs. */
export interface ExecutionJournal {
  /** What the owner needs to go on; undefined when it is final, parked, or not the owner's. */
  load(id: string, owner: string): Promise<OpenExecution | undefined>
  /** Adds a checkpoint. Unless it is `committed`, nothing was written. A final state never changes. */
  checkpoint(checkpoint: Checkpoint): Promise<CheckpointResult>
  /** Gives a run a place, or what its workflow wants instead. Who has a place is admitted again. */
  admit(request: AdmissionRequest): Promise<AdmissionResult>
  /** Signals nothing has taken yet, oldest first, and the count of all. */
  signals(id: string): Promise<{ readonly signals: readonly Signal[]; readonly signalSequence: number }>
}
