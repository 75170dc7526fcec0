export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export interface GraphNode {
  id: string
  type: string
  name?: string
  position?: { x: number; y: number }
  data?: Record<string, JsonValue>
  credential_id?: string
  disabled?: boolean
  on_error?: 'fail' | 'continue' | 'branch'
  timeout_ms?: number
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

export interface GraphDocument {
  nodes: readonly GraphNode[]
  edges: readonly GraphEdge[]
  variables: Record<string, JsonValue>
}

export function handleOf(edge: GraphEdge): string {
  return edge.sourceHandle ?? 'main'
}

/** A stable id for an edge, also for one without an id. */
export function edgeKey(edge: GraphEdge): string {
  return edge.id ?? `${edge.source}:${handleOf(edge)}→${edge.target}`
}
