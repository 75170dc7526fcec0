import type { Definition } from './workflow.ts'

/** The changes of a version compared with the previous one. */
export interface DefinitionChanges {
  readonly nodesAdded: readonly string[]
  readonly nodesRemoved: readonly string[]
  readonly nodesChanged: readonly string[]
  readonly edgesChanged: boolean
  readonly variablesChanged: boolean
  /** False if the lists of nodes are truncated. */
  readonly complete: boolean
}

export interface VersionSummary {
  readonly id: string
  /**
   * The number of the version in its workflow, from 1. Null for a test version, and for a draft that neither ran nor was
   * published before the next one took its number.
   */
  readonly number: number | null
  readonly createdAt: number
  /** Whether new executions run on it. */
  readonly isCurrent: boolean
  readonly nodeCount: number
  readonly edgeCount: number
  /** Null for the first version and for versions from before changes were recorded. */
  readonly changes: DefinitionChanges | null
  /** What changed, in the words of the person who published it. */
  readonly note: string | null
  /** The name of the person or the API key that saved it. */
  readonly author: string | null
}

export interface SavedVersion extends VersionSummary, Definition {}
