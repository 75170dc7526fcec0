import type { TSchema } from 'typebox'
import type { LogLevel } from '@millrace/contract/execution.ts'
import type { AccountId, JsonObject, JsonValue, WaitKind } from '#domain/index.ts'
import type { LinkedWaitKind } from './wait-links.ts'

/** One thing a workflow can do. The editor's form, the API listing and the reference page follow from this. */
export interface NodeKind {
  readonly type: string
  readonly title: string
  readonly summary: string
  readonly group: 'trigger' | 'core' | 'action'
  /** Parameters after their templates were evaluated, as a JSON Schema with titles and help. */
  readonly parameters: TSchema
  /** The shape of the output, for the reference; `backticks` mark code. */
  readonly output?: string
  /** A node that passes `check`, without its `id` and `type`, for the reference. */
  readonly example?: JsonObject
  /** Further facts for the reference: limits, stop rules, error codes. */
  readonly notes?: readonly string[]
  /**
   * Parameters that are expressions even without `{{ }}`. `cases[].condition` is the member `condition` of each entry of
   * the list `cases`: those are asked in order up to the first that holds, and count as false after it.
   */
  readonly conditions?: readonly string[]
  /**
   * Parameters, or members as above, that are taken as they are: braces in them are braces. `options.query` is the member
   * `query` of the object `options`.
   */
  readonly literals?: readonly string[]
  /**
   * Parameters that are conditions, and that the engine asks again and again while the step goes on: `run` does not see
   * them. One that is an object is evaluated as any other parameter and seen by `run`.
   */
  readonly standing?: readonly string[]
  /** The outputs an edge can leave from. A function where they follow from the parameters as they are drawn. */
  readonly handles: readonly string[] | ((data: JsonObject) => readonly string[])
  /** The output that is taken when the node is disabled; `main` unless told. A function as for `handles`. */
  readonly handleWhenDisabled?: string | ((data: JsonObject) => string)
  /** False: the same parameters give the same result and nothing outside changes; such a node needs no commit of its own. */
  readonly hasEffect: boolean
  /** `run` gives its result at once: no promise, no wait, nothing repeated. A run of such nodes is over as it begins. */
  readonly isInstant?: boolean
  /** What is behind its handle `each` is repeated: `run` answers with `repeat`. */
  readonly isLoop?: boolean
  /** Its output is the output of the run; of several that ran the first one's. */
  readonly returns?: boolean
  /**
   * What is wrong with the parameters as they are drawn and no schema can say; none when all is well. A message ends the
   * sentence `In node "…" `.
   */
  check?(data: JsonObject): readonly { readonly parameter: string; readonly message: string }[]
  /** How the wait of a node like this is answered at a link; undefined when it is not. */
  linkedWait?(data: JsonObject): LinkedWaitKind | undefined
  run(call: NodeCall): NodeResult | Promise<NodeResult>
}

export interface NodeCall {
  readonly parameters: JsonObject
  /** Output of the node before; of several, an object by node id; the execution's input for a first node. */
  readonly previous: JsonValue
  /** Outputs of all nodes before whose edge was taken, in the order in which the edges are drawn. */
  inputs(): readonly JsonValue[]
  /** Everything an expression could read, by name; `nodes` as an object by id and name. Made when it is asked for. */
  scope(): JsonObject
  log(level: LogLevel, message: string, data?: JsonObject): void
  readonly account: AccountId
  readonly executionId: string
  /** `credential_id` of the node. */
  readonly credentialId: string | undefined
  /** From 1. */
  readonly attempt: number
  /** The same for all attempts of this step, also after a crash, and different from every other step's. */
  idempotencyKey(): string
  /** Fires when the result is of no use any more: the time is over, the run was cancelled, or the service stops. */
  readonly signal: AbortSignal
  /** The time this attempt has, in milliseconds. */
  readonly timeoutMs: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface NodeDone {
  readonly ok: true
  readonly output: JsonValue
  readonly handle?: string
}

/** A failure is a result: only a bug throws. */
export interface NodeFailed {
  readonly ok: false
  readonly code: string
  readonly message: string
  /** Another attempt would fail the same way: none is made. */
  readonly permanent?: boolean
  /** The other side asked not to come back before. */
  readonly retryAfterMs?: number
}

/** The step goes on when the wait is over; see the `wait` and `delay` nodes for what it gives then. */
export interface NodeWait {
  readonly wait: {
    readonly for: Exclude<WaitKind, 'workflow'>
    /** Milliseconds since the epoch; null: as long as it takes. */
    readonly until: number | null
    readonly event?: string
    readonly match?: JsonObject
    readonly request?: JsonObject
  }
}

/** The nodes behind `each` run for every item, or as long as the standing condition `while` holds. */
export interface NodeRepeat {
  readonly repeat: {
    readonly items?: readonly JsonValue[]
    readonly concurrency: number
    readonly collectErrors: boolean
    readonly maxIterations: number
  }
}

/** Another workflow of the same account runs, and its output is the step's; with `wait: false` nobody waits for it. */
export interface NodeCallsWorkflow {
  readonly callWorkflow: {
    readonly workflowId: string
    readonly input: JsonObject
    readonly wait: boolean
  }
}

export type NodeResult = NodeDone | NodeFailed | NodeWait | NodeRepeat | NodeCallsWorkflow

export interface NodeCatalogue {
  find(type: string): NodeKind | undefined
  readonly types: readonly string[]
}
