import type { AccountId, Fold, FoldableRun, RunCount } from '#domain/index.ts'

/** How far executions are folded into the statistics. */
export interface FoldPosition {
  /** Changes with every fold, so that no two processes fold the same executions. */
  readonly sequence: number
  /** Executions up to this id were read. */
  readonly lastId: string
}

export interface NextPosition {
  readonly lastId: string
  /** Executions that were open when they were read, and that the fold contains now, or that no longer exist. */
  readonly settled: readonly string[]
}

export interface OpenRuns {
  readonly running: number
  readonly waiting: number
  readonly oldestStartedAt: number | null
}

/**
 * Counts of runs by hour and the causes of failures, derived from executions in the background. A fold and its position are
 * one transaction: each execution is counted exactly once, whenever a process ends.
 */
export interface RunStatisticsStore {
  /** Takes or renews the lease until `until`. False when another process holds it. It only saves work. */
  lease(owner: string, now: number, until: number): Promise<boolean>
  position(): Promise<FoldPosition>
  /** Returns executions of all accounts with `after` < id < `before`, in the order of ids. */
  read(range: {
    readonly after: string
    readonly before: string
    readonly limit: number
  }): Promise<readonly FoldableRun[]>
  /**
   * Returns executions that were open when they were read, in the order of ids from `after`. `run` is undefined if the
   * execution was deleted.
   */
  readOpen(
    after: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly run: FoldableRun | undefined }[]>
  /** The same for those of the given ids that are to be looked at again. */
  findOpen(ids: readonly string[]): Promise<readonly FoldableRun[]>
  /** Adds to the statistics. False, and nothing is written, when another fold came first. */
  fold(position: FoldPosition, next: NextPosition, fold: Fold): Promise<boolean>
  /**
   * Returns the counts of runs that started at `from` or later, by steps of whole hours from there; of all workflows together
   * without `workflowId`.
   */
  counts(
    account: AccountId,
    range: { readonly workflowId: string | undefined; readonly from: number; readonly stepMs: number },
  ): Promise<readonly Omit<RunCount, 'accountId' | 'workflowId'>[]>
  /** Counts open executions, at most `limit` of each status. */
  openRuns(account: AccountId, workflowId: string | undefined, limit: number): Promise<OpenRuns>
  /** Deletes counts from before `counts`, failed runs that started before `failedRuns`, and causes without failed runs. */
  prune(before: { readonly counts: number; readonly failedRuns: number }): Promise<void>
}
