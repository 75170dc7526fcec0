import type { ExecutionError, ExecutionStatus } from '@millrace/contract/execution.ts'
import type { ExecutionLog, JournalEntry, JsonObject } from '#domain/index.ts'

/** How an execution may end. */
export type ExpectedEnd =
  | { readonly status: 'completed'; readonly output: JsonObject }
  | { readonly status: 'failed'; readonly code: string }

/** Executions with the same name share a limit. */
export interface ConcurrencyGroup {
  readonly name: string
  readonly limit: number
}

/** One request to the sink that an execution makes. */
export interface PlannedEffect {
  /** The step that makes it, as in the journal: `post`, or `each[2]/post` within a loop. */
  readonly step: string
  /** The sub-workflow that makes it: the suffix of its token after the token of the request. */
  readonly part?: string
  /** It must never be repeated. */
  readonly once?: boolean
}

/** How an execution ended, as the response to the request that started it says. */
export interface AnsweredEnd {
  readonly status: ExecutionStatus
  readonly output: unknown
}

/** A request of the load generator, and its expected outcome. */
export interface PlannedExecution {
  /** Unique; part of the input and so of every effect. Sub-workflows get it with a number appended: `7f/0`. */
  readonly token: string
  readonly shape: string
  /** The first is the usual one, and causes all effects. */
  readonly ends: readonly [ExpectedEnd, ...ExpectedEnd[]]
  readonly effects: readonly PlannedEffect[]
  /** Sub-workflows that it starts and waits for. */
  readonly children: number
  /** The concurrency limit that applies to it. */
  readonly group?: ConcurrencyGroup | undefined
  /** The ids in the responses, one per response; empty when every response was lost. */
  readonly acceptedIds: string[]
  /** The ends in the responses of requests that waited for it. */
  readonly answeredEnds: AnsweredEnd[]
  /** It was repeated with its `Idempotency-Key` until it was answered; otherwise it was sent once. */
  readonly hasKey: boolean
}

/** One complete request that the sink received. */
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

/** An execution as it is stored in the database. */
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
  /** Number of rows of waits, signals and concurrency slots. */
  readonly waits: number
  readonly signals: number
  readonly slots: number
}

/** What the workflows under load remember. */
export interface StoredState {
  readonly counter: number
  /** Items that an `only_new` node has passed on. */
  readonly items: readonly string[]
}

/** What became of a list that the service polled. */
export interface PolledItems {
  /** The items are numbered from 1 to this. */
  readonly offered: number
  /** Those that runs were started for. */
  readonly taken: readonly number[]
  /** Those that `only_new` passed on in these runs. */
  readonly passed: readonly number[]
  /** Polls that began while another one was in progress. */
  readonly overlapping: number
}

/** An execution, a value of the state or a submission, with the files that its texts refer to. */
export interface FileHolder {
  readonly id: string
  readonly fileIds: readonly string[]
}

/** A content in the file store, by its bytes. */
export interface StoredContent {
  readonly key: string
  readonly size: number
  readonly sha256: string
}

/** What is stored about files at one time. */
export interface FilesSnapshot {
  /** Also those without files. */
  readonly holders: readonly FileHolder[]
  readonly references: readonly { readonly holderId: string; readonly fileId: string }[]
  readonly files: readonly {
    readonly id: string
    readonly contentId: string
    readonly size: number
    readonly sha256: string
  }[]
  /** Contents that the database knows. */
  readonly contentIds: readonly string[]
  /** Contents that wait to be removed. */
  readonly removals: readonly string[]
  /** What counts towards the limits of the accounts. */
  readonly usage: { readonly files: number; readonly bytes: number }
  /** Contents that the file store has. */
  readonly stored: readonly StoredContent[]
}

/** Files before and after a cleanup that deletes a part of the executions. */
export interface FilesHistory {
  readonly afterKills: FilesSnapshot
  readonly afterCleanup: FilesSnapshot
  readonly deletedExecutions: number
}

/** An execution as the API returns it. */
export interface ShownExecution {
  readonly status: string
  readonly output: unknown
}

/** Everything that is known about a crash run after it has ended. */
export interface CrashHistory {
  readonly planned: readonly PlannedExecution[]
  /** By id; undefined when the API returns 404. */
  readonly shown: ReadonlyMap<string, ShownExecution | undefined>
  readonly stored: readonly StoredExecution[]
  readonly arrivals: readonly Arrival[]
  readonly state: StoredState
  readonly polled: PolledItems
  readonly files: FilesHistory
}

export interface Violation {
  readonly rule: Rule
  /** Undefined when the violation belongs to no execution. */
  readonly executionId?: string | undefined
  readonly detail: string
}

/** What must hold, whatever is killed at any time. */
export const RULES = {
  lost: 'an accepted execution is stored',
  twice: 'a request creates one execution',
  stuck: 'every execution ends',
  end: 'every execution ends as planned',
  shown: 'the API returns the stored end',
  answered: 'an end that a caller waited for is the stored end',
  result: 'the result of a step is recorded once',
  journal: 'the journal has no gaps, and nothing after the end',
  leftover: 'nothing is left over from an execution that has ended',
  concurrency: 'no more executions run concurrently than the workflow allows',
  early: 'no wait ends before its time',
  child: 'a sub-workflow is started once, by an existing execution',
  missing: 'every planned effect happens',
  unplanned: 'no other effect happens',
  key: 'an effect has one Idempotency-Key, which no other effect has',
  unbegun: 'no effect happens before the journal records its begin',
  warning: 'the log has a warning for every repeated attempt',
  repeated: 'an effect that must not be repeated is not repeated',
  late: 'no effect happens after the end',
  state: 'no counter counts twice or loses a step, no item is skipped or passed on twice',
  poll: 'no item of a poll is skipped or handled twice, and polls do not overlap',
  file: 'no execution refers to a missing file, and every file has its content',
  content: 'after a cleanup, no file and no content is left that nothing refers to',
  service: 'the service itself has no errors',
} as const

export type Rule = keyof typeof RULES

/** The token of the request that a token belongs to. */
export function requestOf(token: string): string {
  return token.split('/', 1)[0] ?? token
}
