import type { JsonObject, JsonValue } from '../shared/json.ts'
import type { RetryPolicy } from './retry-policy.ts'

export type OnError = 'fail' | 'continue' | 'branch'

export interface GraphNode {
  readonly id: string
  readonly type: string
  /** The display name, which expressions can use instead of the id. */
  readonly name: string | undefined
  readonly data: JsonObject
  readonly disabled: boolean
  readonly onError: OnError
  /** Undefined: failed attempts are not retried. */
  readonly retry: RetryPolicy | undefined
  /** The timeout of one attempt in milliseconds; undefined for the default. */
  readonly timeoutMs: number | undefined
  /** What to do if it is unknown whether an attempt took effect. */
  readonly onUnknown: 'retry' | 'fail'
  /** Whether the node waits for all incoming edges or runs with the first one that is taken. */
  readonly join: 'all' | 'first'
  readonly credentialId: string | undefined
  /** The output that test runs use instead of running the node, and the handle at which they continue. */
  readonly pinned: PinnedOutput | undefined
}

export interface PinnedOutput {
  readonly output: JsonValue
  /** Undefined: that of a disabled node, or the first one. */
  readonly handle: string | undefined
}

export interface GraphEdge {
  readonly source: string
  readonly target: string
  /** The output handle of the source. */
  readonly handle: string
}

/**
 * `error`: a run, a step or a trigger would fail because of it. `warning`: everything works, but probably not as intended.
 */
export type ProblemSeverity = 'error' | 'warning'

/** What is wrong with a graph, where, and how to fix it. */
export interface GraphProblem {
  /** An error, if absent. */
  readonly severity?: ProblemSeverity
  readonly nodeId: string | null
  /** The path of the invalid parameter in the node's data, or of a member of the node. */
  readonly parameter?: string
  readonly message: string
}

export interface Graph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly problems: readonly GraphProblem[]
}

export const MAIN_HANDLE = 'main'
export const ERROR_HANDLE = 'error'
export const EACH_HANDLE = 'each'
export const DONE_HANDLE = 'done'
export const TIMEOUT_HANDLE = 'timeout'
export const MAX_NODES = 1_000
