import type { TSchema } from 'typebox'
import type { NodeFamily } from '@millrace/contract/node-type.ts'
import type { LogLevel } from '@millrace/contract/execution.ts'
import type {
  AccountId,
  InputProblem,
  JsonObject,
  JsonValue,
  ProblemSeverity,
  StateChange,
  WaitKind,
} from '#domain/index.ts'
import type { FoundState } from '../stores/state/state-store.ts'
import type { LinkedWaitKind } from './wait-links.ts'

/** A kind of node. The editor's form, the API listing and the reference page are derived from it. */
export interface NodeKind {
  readonly type: string
  readonly title: string
  readonly summary: string
  /** The group in which editors and the reference show it. The engine leaves nodes of the family `annotation` out. */
  readonly family: NodeFamily
  /** A name of the icon set lucide. */
  readonly icon: string
  /** Further words to find it by. */
  readonly keywords: readonly string[]
  /**
   * A template that describes a node in one short line, evaluated with the parameters in the definition as `data`, such as
   * `POST api.example.com/orders`. It returns a text for all parameters, also invalid ones; empty: the title is enough.
   */
  readonly line: string
  /** The types of credentials that it takes. */
  readonly credentialTypes?: readonly string[]
  /** JSON Schema of the parameters after template evaluation, with titles and help. */
  readonly parameters: TSchema
  /** The shape of the output, for the reference; `backticks` mark code. */
  readonly output?: string
  /** A node that passes `check`, without its `id` and `type`, for the reference. */
  readonly example?: JsonObject
  /** Further facts for the reference: limits, stop rules, error codes. */
  readonly notes?: readonly string[]
  /**
   * Parameters that are expressions even without `{{ }}`. `cases[].condition` is the member `condition` of each entry of
   * the list `cases`: these are evaluated in order until one is true; those after it count as false.
   */
  readonly conditions?: readonly string[]
  /**
   * Parameters, or members as above, that are never evaluated as templates. `options.query` is the member `query` of the
   * object `options`.
   */
  readonly literals?: readonly string[]
  /**
   * Parameters that are conditions which the engine evaluates repeatedly while the step is active. `run` does not receive
   * them. If the value is an object, it is evaluated like any other parameter and passed to `run`.
   */
  readonly liveConditions?: readonly string[]
  /** Output handles that edges can start at. A function when they depend on the parameters in the definition. */
  readonly handles: readonly string[] | ((data: JsonObject) => readonly string[])
  /** The same as `handles` if that is a function, as an expression with the parameters as `data`: editors cannot call it. */
  readonly handlesExpression?: string
  /** The handle taken when the node is disabled; `main` by default. A function when it depends on the parameters. */
  readonly handleWhenDisabled?: string | ((data: JsonObject) => string)
  /** False when `run` is deterministic and has no side effects. The engine then needs no separate commit for the step. */
  readonly hasEffect: boolean
  /** True when the node has an effect, but `run` only computes its output: the engine brings it about. */
  readonly isComputed?: boolean
  /**
   * True when `run` always returns `NodeDone` or `NodeFailed`, synchronously unless `compute` takes longer than a slice. Workflows of
   * only such nodes can run inline.
   */
  readonly isInstant?: boolean
  /** True for loops: `run` returns `repeat`, and the nodes after the handle `each` run once per iteration. */
  readonly isLoop?: boolean
  /** True when the output of the node becomes the output of the execution. If several such nodes run, the first one wins. */
  readonly returns?: boolean
  /**
   * Checks the parameters in the definition for problems that the schema cannot express. Returns an empty list when there
   * are none. Each message completes the sentence `In node "…" `.
   */
  check?(data: JsonObject): readonly { readonly parameter: string; readonly message: string }[]
  /** For a trigger: what is wrong with an input that a run would start with. The node fails with the same. */
  checkInput?(data: JsonObject, input: JsonObject): readonly InputProblem[]
  /**
   * Everything besides its parameters that the result of an attempt depends on. Of kinds that have it, a shadow run uses the
   * recorded result while this stays the same.
   */
  dependsOn?(call: NodeCall): JsonValue
  /** True when this attempt reads a file or creates one. A shadow run cannot, so it uses the recorded result. */
  usesFiles?(call: NodeCall): boolean
  /** True when `run` opens the credential of the node. A shadow run cannot, so it uses the recorded result. */
  readonly opensCredential?: boolean
  /**
   * Finds problems that do not keep the workflow from running, but make the step fail (`error`) or do something else than
   * intended (`warning`). Only for users; the engine does not call it before a run. Messages as in `check`.
   */
  review?(data: JsonObject): readonly NodeFinding[]
  /** As `review`, for what takes the account to know. Credentials, forms and workflows are checked for all kinds alike. */
  reviewInAccount?(account: AccountId, node: ReviewedNode): Promise<readonly NodeFinding[]>
  /** The credential that a node with these parameters needs; undefined when it works without one. */
  neededCredential?(data: JsonObject): NeededCredential | undefined
  /** Literals that are expressions all the same, evaluated before the run starts: with its input, or to find it out. */
  readonly ownExpressions?: readonly string[]
  /** Those of them that are evaluated once for each item of a list, with `item` and `index`. */
  readonly itemExpressions?: readonly string[]
  /** True for nodes that answer the request which started the run. */
  readonly responds?: boolean
  /** True when `run` never succeeds, so that the nodes behind it run only if `on_error` says so. */
  readonly alwaysFails?: boolean
  /** Returns the kind of link that answers the wait of this node; undefined when no link does. */
  linkedWait?(data: JsonObject): LinkedWaitKind | undefined
  /** Runs one attempt of a step. Failures are returned as `NodeFailed`; only bugs throw. */
  run(call: NodeCall): NodeResult | Promise<NodeResult>
}

export interface NodeFinding {
  readonly severity: ProblemSeverity
  readonly parameter: string
  readonly message: string
}

export interface ReviewedNode {
  readonly data: JsonObject
  readonly credentialId: string | undefined
}

export interface NeededCredential {
  readonly types: readonly string[]
  /** Completes the sentence `Node "…" needs a credential of type …`, such as ` to authenticate senders`. */
  readonly purpose?: string
}

export interface NodeCall {
  readonly parameters: JsonObject
  /** Output of the previous node; of several, an object keyed by node id; for a first node, the execution's input. */
  readonly previous: JsonValue
  /** Outputs of all previous nodes whose edge was taken, in the order of the edges in the definition. */
  inputs(): readonly JsonValue[]
  /** Builds an object of everything that expressions can read, by name; `nodes` is keyed by id and name. */
  scope(): JsonObject
  log(level: LogLevel, message: string, data?: JsonObject): void
  readonly account: AccountId
  readonly executionId: string
  /** The `credential_id` of the node. */
  readonly credentialId: string | undefined
  /** Starts at 1. */
  readonly attempt: number
  /** Identical for all attempts of this step, also after a crash, and different for every other step. */
  idempotencyKey(): string
  /** Aborts when the result is no longer needed: the attempt timed out, the execution was cancelled, or the service stops. */
  readonly signal: AbortSignal
  /** Time limit of this attempt, in milliseconds. */
  readonly timeoutMs: number
  /**
   * Call it before the attempt waits for a slot of a pool that it shares with other work, and the returned function when it
   * has the slot. The time between does not count towards `timeoutMs`.
   */
  suspendTimeout(): () => void
  /**
   * Does work that can take long, in slices: others have their turn at each `yield` if the slice is over. Returns the result itself if
   * the work fits into the slice.
   */
  compute<T>(work: Generator<undefined, T>): T | Promise<T>
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface NodeDone {
  readonly ok: true
  readonly output: JsonValue
  readonly handle?: string
}

/** A failed attempt. Failures are results; only bugs throw. */
export interface NodeFailed {
  readonly ok: false
  readonly code: string
  readonly message: string
  /** True when another attempt would fail in the same way. The engine does not retry. */
  readonly permanent?: boolean
  /** The remote service asked for no further attempt within this time. */
  readonly retryAfterMs?: number
}

/** The step waits. The `wait` and `delay` nodes document the output it completes with. */
export interface NodeWait {
  readonly wait: {
    readonly for: Exclude<WaitKind, 'workflow'>
    /** Milliseconds since the epoch; null means without a time limit. */
    readonly until: number | null
    /** `until` is a point in time that the workflow names, not a duration from now. */
    readonly isFixed?: true
    readonly event?: string
    readonly match?: JsonObject
    readonly request?: JsonObject
  }
}

/** The nodes after `each` run once per item, or as long as the live condition `while` is true. */
export interface NodeRepeat {
  readonly repeat: {
    readonly items?: readonly JsonValue[]
    readonly concurrency: number
    readonly collectErrors: boolean
    readonly maxIterations: number
  }
}

/** Starts another workflow of the account. Its output becomes the output of the step, unless `wait` is false. */
export interface NodeCallsWorkflow {
  readonly callWorkflow: {
    readonly workflowId: string
    readonly input: JsonObject
    readonly wait: boolean
  }
}

/** Reads an entry of the state and may change it. The engine stores the change together with the result of the step. */
export interface NodeUsesState {
  readonly useState: {
    readonly scope: 'workflow' | 'account'
    /** Undefined: the id of the node. */
    readonly key: string | undefined
    /** The items of which the node has to know whether they are remembered. */
    readonly items: readonly string[]
    /** Decides by what is stored. It only computes, and may be called several times. */
    settle(found: FoundState): {
      readonly result: NodeDone | NodeFailed
      readonly change?: StateChange | undefined
    }
  }
}

export type NodeResult = NodeDone | NodeFailed | NodeWait | NodeRepeat | NodeCallsWorkflow | NodeUsesState

export interface NodeCatalogue {
  /** Undefined when there is no node kind of this type. */
  find(type: string): NodeKind | undefined
  readonly types: readonly string[]
}
