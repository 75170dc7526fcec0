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
import type { StateUse } from '../state/state-store.ts'
import type { Ending } from './execution-ending.ts'

/** A row that wakes a parked execution. */
export interface Wait {
  readonly id: string
  readonly kind: WaitKind
  /** The execution is woken at or after this time; null: only by a signal. */
  readonly dueAt: number | null
  /** When it began; null if it ends at a point in time that the workflow names, whenever it began. */
  readonly begunAt: number | null
}

export interface ExecutionEnd {
  readonly kind: 'end'
  readonly status: 'completed' | 'failed'
  readonly completedAt: number
  readonly output: JsonObject
  readonly error: ExecutionError | null
  /** The signal for the parent execution that waits for this one. */
  readonly notify: { readonly executionId: string; readonly signal: Signal } | null
  /** Open sub-workflows that are no longer needed. They are cancelled in the same transaction. */
  readonly cancel: readonly string[]
}

/** The progress of an execution that is written in one transaction. */
export interface Checkpoint {
  readonly executionId: string
  readonly owner: string
  readonly sequence: number
  readonly activeMs: number
  readonly computingMs: number
  /** The input of the execution, to which outputs that contain its values can refer. */
  readonly input: JsonObject
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
  /** Waits that begin. */
  readonly waits: readonly Wait[]
  /** Ids of waits that have ended. */
  readonly endedWaits: readonly string[]
  /** Ids of signals that steps have consumed. */
  readonly takenSignals: readonly string[]
  /** Sub-workflows that start. */
  readonly children: readonly NewExecutionOnVersion[]
  /** A step that uses state: what it decides is written with this checkpoint, and its entries follow `steps`. */
  readonly state?: StateUse | undefined
  readonly next:
    /** The owner continues. */
    | { readonly kind: 'continue' }
    /**
     * Nothing to do until a wait ends: the execution becomes `pending` and unowned, unless a signal arrived since
     * `signalSequence`.
     */
    | { readonly kind: 'park'; readonly signalSequence: number }
    /** The owner stops. The execution stays due, unowned. */
    | { readonly kind: 'hand-over' }
    | ExecutionEnd
}

/** A checkpoint that ends its execution. */
export type EndingCheckpoint = Checkpoint & { readonly next: ExecutionEnd }

/**
 * - `committed`: the checkpoint is durable.
 * - `lost`: another process owns the execution, or it has ended. Nothing was written.
 * - `signalled`: a signal arrived before the execution could be parked. Nothing was written.
 */
export type CheckpointResult = 'committed' | 'lost' | 'signalled'

/** Asks for a concurrency slot for a running execution. */
export interface AdmissionRequest {
  readonly executionId: string
  readonly owner: string
  /**
   * Executions of the workflow with the same key share the limit. Null: the key cannot be determined; the execution is
   * dropped.
   */
  readonly key: string | null
  readonly limit: number
  readonly onLimit: OnLimit
  /** How this execution ends if it is dropped. */
  readonly dropped: Ending
  /** How executions end that this one replaces. */
  readonly replaced: Ending
}

export interface AdmissionResult {
  /**
   * - `admitted`: the execution holds a slot until it ends.
   * - `queued`: the execution is `pending` and becomes due when a slot is free.
   * - `dropped`: the execution has ended.
   * - `lost`: another process owns the execution, or it has ended.
   */
  readonly kind: 'admitted' | 'queued' | 'dropped' | 'lost'
  /** Ids of executions that were ended to free a slot. */
  readonly replaced: readonly string[]
}

/** What the owner of an execution reads and writes while it runs. */
export interface ExecutionJournal {
  /** Loads an execution for its owner; undefined when it has ended, is parked, or belongs to another owner. */
  load(id: string, owner: string): Promise<OpenExecution | undefined>
  /**
   * Writes a checkpoint atomically, with all its consequences. Nothing is written unless the result is `committed`. A final
   * state never changes.
   */
  checkpoint(checkpoint: Checkpoint): Promise<CheckpointResult>
  /** Assigns a concurrency slot, or applies the `onLimit` policy. An execution that already holds a slot is admitted again. */
  admit(request: AdmissionRequest): Promise<AdmissionResult>
  /** Returns the signals not consumed yet, oldest first, and the signal sequence: the number of signals ever enqueued. */
  signals(id: string): Promise<{ readonly signals: readonly Signal[]; readonly signalSequence: number }>
}
