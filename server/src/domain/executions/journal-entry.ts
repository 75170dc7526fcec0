import type { JsonObject, JsonValue } from '../shared/json.ts'
import type { StateChange } from '../state/state-entry.ts'

/** Why a node failed, as data: the code is for programs, the message for people. */
export interface StepFailure {
  readonly code: string
  readonly message: string
}

/** The node, and the iteration of it, that an entry belongs to. */
export interface StepRef {
  readonly nodeId: string
  /** The iteration path, outermost loop first, such as `loop[0]/inner[2]`; absent outside loops. */
  readonly iteration?: string
}

/** The result of a node, recorded once and never changed. Skipped nodes are derived from the other entries. */
export interface StepRecord extends StepRef {
  readonly status: 'completed' | 'failed'
  /** The handle whose edges are taken; edges of other handles are skipped. Null: no edge is taken. */
  readonly handle: string | null
  readonly output: JsonValue
  readonly error: StepFailure | null
  readonly attempts: number
  readonly startedAt: number
  readonly endedAt: number
  /** Present when the output is pinned test data: the node did not run. */
  readonly pinned?: true
  /** Present when a retry took the result over from the original execution. */
  readonly reused?: true
  /** In test runs: how the step would have changed state. Later steps of the run see it; nobody else does. */
  readonly untaken?: UntakenChange
}

/** A change of state that only the test run itself sees. */
export interface UntakenChange {
  readonly scope: string
  readonly key: string
  readonly change: StateChange
}

/** An attempt with side effects is about to start. Without a result after it, its outcome is unknown. */
export interface StepBegun extends StepRef {
  readonly status: 'begun'
  readonly attempt: number
  readonly startedAt: number
}

/** An attempt failed and will be retried. */
export interface StepRetrying extends StepRef {
  readonly status: 'retrying'
  readonly attempt: number
  readonly error: StepFailure
  readonly startedAt: number
  readonly endedAt: number
  /** The next attempt starts at this time or later. */
  readonly resumeAt: number
  /** The wait until then, which has a row if the execution is parked meanwhile. */
  readonly waitId: string
}

/** A loop has started. Recorded, because the same expression could return other items after a restart. */
export interface StepOpened extends StepRef {
  readonly status: 'opened'
  readonly startedAt: number
  /** The items of a `for_each`; absent for a `loop`. */
  readonly items?: readonly JsonValue[]
  /** The maximum number of concurrent iterations. */
  readonly concurrency: number
  readonly collectErrors: boolean
  readonly maxIterations: number
}

export type WaitKind = 'timer' | 'event' | 'callback' | 'approval' | 'workflow'

/** A step waits for a time, a signal, or the end of another execution. */
export interface StepWaiting extends StepRef {
  readonly status: 'waiting'
  readonly waitId: string
  readonly for: WaitKind
  /** The number of the attempt, because a failed sub-workflow can be retried. */
  readonly attempt: number
  readonly startedAt: number
  /** When the wait expires: the end of a timer, or the timeout of any other wait. Null: no timeout. */
  readonly until: number | null
  /** Present when `until` is a point in time that the workflow names; otherwise it follows from `startedAt`. */
  readonly isFixed?: true
  /** The name of the event. */
  readonly event?: string
  /** The values that the data of the event must match. */
  readonly match?: JsonObject
  /** The execution of the sub-workflow. */
  readonly childId?: string
  /** The content of an approval request. */
  readonly request?: JsonObject
}

/** Part of the first entry that a run writes, if its version reads variables of the account. */
interface WithVars {
  /** Their values at the start of the run, which all its steps see, whichever process continues it. */
  readonly vars?: JsonObject
}

/** One entry of an execution's journal. Entries are appended and never changed; replaying them restores the state. */
export type JournalEntry = (StepRecord | StepBegun | StepRetrying | StepOpened | StepWaiting) & WithVars

/** The variables of the account that the run saw; undefined if its journal does not have them. */
export function findVars(entries: readonly JournalEntry[]): JsonObject | undefined {
  return entries.find(({ vars }) => vars !== undefined)?.vars
}

/** The same entry for another run, which reads the variables itself. */
export function withoutVars({ vars: _, ...entry }: JournalEntry): JournalEntry {
  return entry
}

export function isResult(entry: JournalEntry): entry is StepRecord & WithVars {
  return entry.status === 'completed' || entry.status === 'failed'
}
