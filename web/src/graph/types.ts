export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export interface Position {
  x: number
  y: number
}

export interface RetryPolicy {
  max_attempts?: number
  initial_ms?: number
  factor?: number
  max_ms?: number
  jitter?: boolean | number
}

/** A node as the editor shows it. Members that the editor does not know are kept. */
export interface GraphNode {
  id: string
  type: string
  name?: string
  position?: Position
  data?: Record<string, JsonValue>
  credential_id?: string
  disabled?: boolean
  retry?: RetryPolicy
  on_error?: 'fail' | 'continue' | 'branch'
  timeout_ms?: number
  on_unknown?: 'retry' | 'fail'
  pinned_output?: JsonValue
  notes?: string
  [member: string]: unknown
}

export interface GraphEdge {
  id?: string
  source: string
  target: string
  sourceHandle?: string
  [member: string]: unknown
}

/**
 * The definition of a workflow, normalised by `readDocument`: every node has a unique id, and no two edges have the same
 * key. Edges may refer to nodes that do not exist.
 */
export interface GraphDocument {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  variables: Record<string, JsonValue>
}

export const MAIN_HANDLE = 'main'

export function handleOf(edge: { readonly sourceHandle?: unknown }): string {
  const handle = edge.sourceHandle
  return typeof handle === 'string' && handle !== '' ? handle : MAIN_HANDLE
}

/** Identifies an edge: by what it connects, because the `id` of an edge is optional. */
export function edgeKey(edge: GraphEdge): string {
  return `${edge.source}:${handleOf(edge)}→${edge.target}`
}

/** The types of nodes that only annotate the canvas. The engine ignores them. */
export const NOTE_TYPE = 'note'
/** A group of nodes on the canvas. The type `group` groups the items of a list. */
export const GROUP_TYPE = 'section'

export function isAnnotation(node: { readonly type: string }): boolean {
  return node.type === NOTE_TYPE || node.type === GROUP_TYPE
}
