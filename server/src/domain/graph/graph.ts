import type { JsonObject } from '../json.ts'

export type OnError = 'fail' | 'continue' | 'branch'

export interface GraphNode {
  readonly id: string
  readonly type: string
  /** What people call it; expressions may use it instead of the id. */
  readonly name: string | undefined
  readonly data: JsonObject
  readonly disabled: boolean
  readonly onError: OnError
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
export const MAX_NODES = 1_000
