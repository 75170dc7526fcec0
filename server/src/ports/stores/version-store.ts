import type { AccountId, Definition, SavedVersion, VersionSummary } from '#domain/index.ts'
import type { CursorRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

/** Which versions are retained even if no execution uses them. The current version of a workflow is always retained. */
export interface VersionRetention {
  /** This many of the newest versions of each workflow. */
  readonly newest: number
  /** Versions that were current at or after this time. */
  readonly currentSince: number
  /** All versions of workflows that were deleted at or after this time. */
  readonly deletedSince: number
  /** Versions outside the history that left it at or after this time. */
  readonly unlistedSince: number
}

export interface VersionLabel {
  readonly number: number | null
  readonly author: string | null
}

/** A version of the history, as the base of an autosave. */
export interface AutosaveBase extends Definition {
  readonly createdAt: number
}

export interface ReplaceableVersion {
  /** The version before it in the history; null if there is none. An empty one precedes what was drawn from nothing. */
  readonly base: AutosaveBase | null
}

/** A definition that runs of a working copy use. It is no part of the history. */
export interface NewTestVersion extends Definition {
  /** The id, unless an identical test version is used again. */
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly at: number
  /** The node to stop after; null for none. */
  readonly until: string | null
}

/** The state of a pruning pass between two steps. Opaque outside the store. */
export interface PruneProgress {
  readonly collectedUpTo: string | null
  readonly candidates: ReadonlySet<string>
  readonly reading: { readonly after: string; readonly isSecondPass: boolean } | null
}

/** Saved workflow definitions. `WorkflowStore` writes them together with the workflow. */
export interface VersionStore {
  /** The history, newest first. Empty when the workflow does not exist. */
  list(account: AccountId, workflowId: string, cursor: CursorRequest): Promise<readonly VersionSummary[]>
  /** Undefined when the workflow has no such version, in its history or outside, or does not exist. */
  find(
    account: AccountId,
    workflowId: string,
    versionId: string,
    tx?: Transaction,
  ): Promise<SavedVersion | undefined>
  /** By id. With `tx`, also sees the writes of `tx`. */
  labels(
    account: AccountId,
    versionIds: readonly string[],
    tx?: Transaction,
  ): Promise<ReadonlyMap<string, VersionLabel>>
  /** The current version, if no execution uses it and it was never published: then the next autosave takes its number. */
  findReplaceable(
    tx: Transaction,
    account: AccountId,
    workflowId: string,
  ): Promise<ReplaceableVersion | undefined>
  /** The current version keeps its number, and stays in the history, whatever is saved next. Replaces its note if one is given. */
  keep(tx: Transaction, account: AccountId, versionId: string, note?: string): Promise<void>
  /**
   * Stores a test version and returns its id, or the id of the latest one if that is identical and recent. An execution on it
   * must be stored in the same transaction: unused versions are deleted.
   */
  saveTest(tx: Transaction, version: NewTestVersion): Promise<string>
  /**
   * Deletes versions that left the history from `from` to `to` and that no execution uses, and
   * returns their number. `from` should be recent: executions since then are read. `to` must be a moment ago; what `prune`
   * relies on holds here as well.
   */
  deleteUnlisted(range: { readonly from: number; readonly to: number }): Promise<number>
  /**
   * Runs one small step of a pass that deletes versions which neither the retention rules nor an execution needs, and deleted
   * workflows without any version left. Pass null to start, then the result of the previous step; null as a result means that
   * the pass is complete. Let some time pass between two steps.
   *
   * Relies on this: a new execution runs on a version that is current, was current a moment ago, or is already used by a
   * stored execution.
   */
  prune(retention: VersionRetention, progress: PruneProgress | null): Promise<PruneProgress | null>
}
