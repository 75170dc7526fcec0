import type { JsonObject, JsonValue } from '../shared/json.ts'

/** Why a node failed, as data: codes are words for programs, messages are for people. */
export interface StepFailure {
  readonly code: string
  readonly message: string
}

/** Which run of which node an entry tells of. */
export interface StepRef {
  readonly nodeId: string
  /** The loop items around it, outermost first, as `loop[0]/inner[2]`; absent outside of loops. */
  readonly iteration?: string
}

/** What is recorded of a node that ran: once, and never changed. Nodes that were skipped follow from the others. */
export interface StepRecord extends StepRef {
  readonly status: 'completed' | 'failed'
  /** The handle whose edges are taken; edges on other handles are skipped. Null: no edge is taken. */
  readonly handle: string | null
  readonly output: JsonValue
  readonly error: StepFailure | null
  readonly attempts: number
  readonly startedAt: number
  readonly endedAt: number
}

/** An attempt that reaches out is about to begin. Without a result after it, nobody knows how far it came. */
export interface StepBegun extends StepRef {
  readonly status: 'begun'
  readonly attempt: number
  readonly startedAt: number
}

/** An attempt failed and another one follows. */
export interface StepRetrying extends StepRef {
  readonly status: 'retrying'
  readonly attempt: number
  readonly error: StepFailure
  readonly startedAt: number
  readonly endedAt: number
  /** The next attempt begins at this time or later. */
  readonly resumeAt: number
  /** The wait until then, which has a row when the run is parked meanwhile. */
  readonly waitId: string
}

/** A loop has begun. Kept, because the same expression could give other items after a restart. */
export interface StepOpened extends StepRef {
  readonly status: 'opened'
  readonly startedAt: number
  /** Of a `for_each`; absent for a `loop`. */
  readonly items?: readonly JsonValue[]
  /** Items under way at the same time. */
  readonly concurrency: number
  readonly collectErrors: boolean
  readonly maxIterations: number
}

export type WaitKind = 'timer' | 'event' | 'callback' | 'approval' | 'workflow'

/** A step waits for a time, a signal, or the end of another run. */
export interface StepWaiting extends StepRef {
  readonly status: 'waiting'
  readonly waitId: string
  readonly for: WaitKind
  /** Counts attempts before this one, as a sub-workflow that failed can be run again. */
  readonly attempt: number
  readonly startedAt: number
  /** When it is over: the end of a timer, the time-out of everything else. Null: it waits as long as it takes. */
  readonly until: number | null
  /** The name of the event. */
  readonly event?: string
  /** Values the data of the event must have. */
  readonly match?: JsonObject
  /** The run of the sub-workflow. */
  readonly childId?: string
  /** What a person sees who is asked for approval. */
  readonly request?: JsonObject
}

/** One line of an execution's journal. Lines are appended and never changed; replaying them gives the state of the run. */
export type JournalEntry = StepRecord | StepBegun | StepRetrying | StepOpened | StepWaiting

export function isResult(entry: JournalEntry): entry is StepRecord {
  return entry.status === 'completed' || entry.status === 'failed'
}
