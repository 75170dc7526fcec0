import type { AccountId, SavedVersion, VersionSummary } from '#domain/index.ts'
import type { CursorRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

/** Which versions are kept although no execution needs them; the current one of a workflow always is. */
export interface KeptHistory {
  /** The newest so many of each workflow. */
  readonly newest: number
  /** Those that were current at or after this time. */
  readonly currentSince: number
  /** Those of workflows that were deleted at or after this time. */
  readonly deletedSince: number
}

/** How far a look for versions that nobody needs has come. Only the store looks inside. */
export interface PruneProgress {
  readonly collectedUpTo: string | null
  readonly candidates: ReadonlySet<string>
  readonly reading: { readonly after: string; readonly isSecondTime: boolean } | null
}

/** The saved definitions of workflows. They are written with the workflow: see `WorkflowStore`. */
export interface VersionStore {
  /** Versions of a workflow that exists, newest first. */
  list(account: AccountId, workflowId: string, cursor: CursorRequest): Promise<readonly VersionSummary[]>
  /** Undefined when the workflow has no such version, or does not exist. */
  find(
    account: AccountId,
    workflowId: string,
    versionId: string,
    tx?: Transaction,
  ): Promise<SavedVersion | undefined>
  /**
   * One small step towards deleting the versions that neither the kept history nor an execution needs, and the rows of
   * deleted workflows of which no version is left. `progress` is what the step before gave; null begins anew, or ends.
   * There must be a moment between two steps.
   *
   * It relies on this: a new execution runs on a version that is current, was current a moment ago, or has another
   * execution that is kept.
   */
  prune(kept: KeptHistory, progress: PruneProgress | null): Promise<PruneProgress | null>
}
