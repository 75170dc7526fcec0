import type { GraphDocument } from '../../graph/types.ts'
import type { Definition } from '../model/definition.ts'
import type { MergeChoice } from '../model/merge-documents.ts'

/** A state of the server that edits started from. */
export interface Base {
  readonly definition: Definition
  readonly etag: string
}

/** Who made the other changes: this user in another tab, or somebody whose name may be unknown. */
export type OtherSide = 'self' | { readonly name: string | null }

/** A merge that waits for answers. */
export interface OpenMerge {
  readonly base: GraphDocument
  readonly theirs: GraphDocument
  /** What my document is based on once the conflicts are settled. */
  readonly nextBase: Base
  readonly choices: ReadonlyMap<string, MergeChoice>
  /** Absent in what an earlier version of the app left. */
  readonly by?: OtherSide
}

/** The edits of one tab that the server does not have yet. */
export interface JournalEntry {
  readonly base: Base
  readonly document: GraphDocument
  readonly openMerge: OpenMerge | undefined
}

export interface LeftEntry extends JournalEntry {
  readonly tabId: string
}

/**
 * Keeps the unsaved edits of a workflow in the browser. Every tab has an entry of its own, so tabs cannot overwrite each
 * other; a tab that opens, or stays open, takes over what a closed one left.
 */
export interface Journal {
  /** What closed tabs left, newest first. */
  readLeft(): Promise<readonly LeftEntry[]>
  /** Calls back with what a tab leaves that is still open now. */
  watch(onLeft: (entry: LeftEntry) => void): void
  /** Stores the entry of this tab; undefined removes it. Resolves to false if the browser refuses. */
  write(entry: JournalEntry | undefined): Promise<boolean>
  /** Removes what this tab has taken over. */
  remove(tabId: string): Promise<void>
  close(): void
}
