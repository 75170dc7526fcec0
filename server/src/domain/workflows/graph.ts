import type { JsonObject } from '../shared/json.ts'
import type { RetryPolicy } from './retry-policy.ts'

export type OnError = 'fail' | 'continue' | 'branch'

export interface GraphNode {
  readonly id: string
  readonly type: string
  /** What people call it; expressions may use it instead of the id. */
  readonly name: string | undefined
  readonly data: JsonObject
  readonly disabled: boolean
  readonly onError: OnError
  /** Undefined: a failed attempt is the last one. */
  readonly retry: RetryPolicy | undefined
  /** The time one attempt may take, in milliseconds; undefined: as usual. */
  readonly timeoutMs: number | undefined
  /** What happens when nobody knows whether an attempt took effect. */
  readonly onUnknown: 'retry' | 'fail'
  /** Whether it waits for all edges that lead to it, or runs with the first one taken. */
  readonly join: 'all' | 'first'
  readonly credentialId: string | undefined
}

export interface GraphEdge {
  readonly source: string
  readonly target: string
  /** The output of the source it leaves from. */
  readonly handle: string
}

/** What keeps a graph from running, in words, and where. */
export interface GraphProblem {
  readonly nodeId: string | null
  /** The parameter at fault, as a path in the node's data. */
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
