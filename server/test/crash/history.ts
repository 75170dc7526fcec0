import type { ExecutionError, ExecutionStatus } from '@millrace/contract/execution.ts'
import type { ExecutionLog, JournalEntry, JsonObject } from '#domain/index.ts'

/** How an execution may end. */
export type ExpectedEnd =
  | { readonly status: 'completed'; readonly output: JsonObject }
  | { readonly status: 'failed'; readonly code: string }

/** Runs of one name count for each other. */
export interface Crowd {
  readonly name: string
  readonly limit: number
}

/** One call of the sink that an execution makes. */
export interface PlannedEffect {
  /** The step that makes it, as in the journal: `post`, or `each[2]/post` within a loop. */
  readonly step: string
  /** The sub-workflow that makes it: what its token has behind the token of the request. */
  readonly part?: string
  /** It must not be repeated, whatever happens. */
  readonly once?: boolean
}

/** A request that the load made, and what has to come of it. */
export interface PlannedExecution {
  /** Unique; part of the input, and by it of every effect. Sub-workflows get it with a number behind: `7f/0`. */
  readonly token: string
  readonly shape: string
  /** The first is the usual one, and makes all effects. */
  readonly ends: readonly [ExpectedEnd, ...ExpectedEnd[]]
  readonly effects: readonly PlannedEffect[]
  /** Sub-workflows that it starts and waits for. */
  readonly children: number
  /** What it counts among, where only so many may go on at the same time. */
  readonly crowd?: Crowd | undefined
  /** The ids that were answered, one per answer; empty when every answer was lost. */
  readonly answers: string[]
  /** It was repeated with its `Idempotency-Key` until it was answered; else it was sent once. */
  readonly hasKey: boolean
}

/** One request that the sink got, complete. */
export interface Arrival {
  readonly token: string
  readonly step: string
  readonly executionId: string
  readonly key: string | undefined
  /** In milliseconds since 1970. */
  readonly at: number
}

/** What one checkpoint wrote. */
export interface StoredPage {
  readonly sequence: number
  readonly steps: readonly JournalEntry[]
  readonly logs: readonly ExecutionLog[]
}

/** An execution as it lies in the database. */
export interface StoredExecution {
  readonly id: string
  readonly status: ExecutionStatus
  readonly startedAt: number
  readonly completedAt: number | null
  /** Number of checkpoints. */
  readonly sequence: number
  readonly token: string
  readonly output: JsonObject | null
  readonly error: ExecutionError | null
  readonly parentId: string | null
  readonly parentWaitId: string | null
  /** In order. */
  readonly journal: readonly StoredPage[]
  /** Rows of waits, of signals and of places that lie there. */
  readonly waits: number
  readonly signals: number
  readonly places: number
}

/** An execution as the API shows it. */
export interface ShownExecution {
  readonly status: string
  readonly output: unknown
}

/** Everything that is known of a run under kills, once it is over. */
export interface CrashHistory {
  readonly planned: readonly PlannedExecution[]
  /** By id; undefined: the API does not know it. */
  readonly shown: ReadonlyMap<string, ShownExecution | undefined>
  readonly stored: readonly StoredExecution[]
  readonly arrivals: readonly Arrival[]
}

export interface Violation {
  readonly rule: Rule
  /** Undefined where there is none to name. */
  readonly executionId?: string | undefined
  readonly detail: string
}

/** What must hold, whatever is killed when. */
export const RULES = {
  lost: 'an execution that was accepted is there',
  twice: 'a request makes one execution',
  stuck: 'every execution ends',
  end: 'every execution ends as planned',
  shown: 'the API shows the end that is stored',
  result: 'the result of a step is recorded once',
  journal: 'the journal has no gaps, and nothing after the end',
  leftover: 'nothing waits for an execution that is over',
  crowded: 'no more runs go on at the same time than the workflow allows',
  early: 'no wait is over before its time',
  child: 'a sub-workflow is started once, by an execution that is there',
  missing: 'every planned effect happens',
  unplanned: 'no other effect happens',
  key: 'an effect has one Idempotency-Key, and no other effect has it',
  unbegun: 'no effect happens before the journal says that it begins',
  warning: 'the log warns of every repetition',
  repeated: 'what must not be repeated is not',
  late: 'no effect happens after the end',
  service: 'the service itself meets no error',
} as const

export type Rule = keyof typeof RULES

/** The token of the request behind a token. */
export function requestOf(token: string): string {
  return token.split('/', 1)[0] ?? token
}
