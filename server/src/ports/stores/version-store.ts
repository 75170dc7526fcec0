import type { AccountId, SavedVersion, VersionSummary } from '#domain/index.ts'
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
}

/** The state of a pruning pass between two steps. Opaque outside the store. */
export interface PruneProgress {
  readonly collectedUpTo: string | null
  readonly candidates: ReadonlySet<string>
  readonly reading: { readonly after: string; readonly isSecondPass: boolean } | null
}

/** Saved workflow definitions. `WorkflowStore` writes them together with the workflow. */
export interface VersionStore {
  /** Newest first. Empty when the workflow does not exist. */
  list(account: AccountId, workflowId: string, cursor: CursorRequest): Promise<readonly VersionSummary[]>
  /** Undefined when the workflow has no such version, or does not exist. */
  find(
    account: AccountId,
    workflowId: string,
    versionId: string,
    tx?: Transaction,
  ): Promise<SavedVersion | undefined>
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
