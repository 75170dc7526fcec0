import type { Definition } from './workflow.ts'

/** What a version changed against the one before it. */
export interface DefinitionChanges {
  readonly nodesAdded: readonly string[]
  readonly nodesRemoved: readonly string[]
  readonly nodesChanged: readonly string[]
  readonly edgesChanged: boolean
  readonly variablesChanged: boolean
  /** False when the lists of nodes do not tell everything. */
  readonly complete: boolean
}

export interface VersionSummary {
  readonly id: string
  /** Counts from 1 within the workflow, and never changes. */
  readonly number: number
  readonly createdAt: number
  /** Whether new executions run on it. */
  readonly isCurrent: boolean
  readonly nodeCount: number
  readonly edgeCount: number
  /** Null for the first version, and for those from before changes were recorded. */
  readonly changes: DefinitionChanges | null
}

export interface SavedVersion extends VersionSummary, Definition {}
