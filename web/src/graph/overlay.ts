/** What a run adds to a node and to the graph. `RunOverlay` of a run fits. */
export interface NodeOverlay {
  readonly status: 'running' | 'waiting' | 'retrying' | 'completed' | 'failed' | 'aborted'
  readonly steps: number
  readonly completed: number
  readonly failed: number
  /** Of several steps, the average. */
  readonly durationMs: number | null
  /** Of several steps. */
  readonly longestMs: number | null
  readonly attempts: number
  readonly items: number | null
  readonly pinned: boolean
  readonly reused: boolean
}

export interface GraphOverlay {
  readonly nodes: ReadonlyMap<string, NodeOverlay>
  /** By edge key. */
  readonly edges: ReadonlyMap<string, { readonly taken: number }>
  readonly isLive: boolean
}

/** How a node differs between two versions. */
export type GraphMark = 'added' | 'removed' | 'changed'
