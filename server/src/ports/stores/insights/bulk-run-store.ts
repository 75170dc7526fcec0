import type { BulkRunStatus } from '@millrace/contract/bulk-run.ts'
import type { AccountId, BulkRun, BulkRunCandidate, BulkRunProgress } from '#domain/index.ts'
import type { AllExecutionsFilter } from '../executions/execution-queries.ts'
import type { CursorRequest } from '../shared/paging.ts'
import type { Transaction } from '../shared/transaction.ts'

export interface ChosenItem {
  readonly executionId: string
  /** Why it is skipped; null if it is not. */
  readonly message: string | null
}

/**
 * Bulk runs with their items. An item is claimed in the transaction that starts its new execution or cancels its execution, so
 * no item starts twice, however many processes work on it and whenever they end. The lease only saves them work.
 */
export interface BulkRunStore {
  /**
   * Stores a bulk run for the executions of its failure that started at or after `from` and were not resumed, at most
   * `limit`. Returns their number; 0, and nothing is stored, if there are none. Undefined if another bulk run for the failure
   * is active.
   */
  insert(
    tx: Transaction,
    run: BulkRun,
    items: { readonly from: number; readonly limit: number },
  ): Promise<number | undefined>
  /** Stores a bulk run for chosen executions. Items with a message are skipped from the start. */
  insertChosen(tx: Transaction, run: BulkRun, items: readonly ChosenItem[]): Promise<void>
  /** Returns the ids of the newest executions that match. */
  matching(account: AccountId, filter: AllExecutionsFilter, limit: number): Promise<readonly string[]>
  /** Counts the executions that match, up to `limit`. */
  count(account: AccountId, filter: AllExecutionsFilter, limit: number): Promise<number>
  /** Returns those of the executions that exist. */
  candidates(account: AccountId, ids: readonly string[]): Promise<readonly BulkRunCandidate[]>
  find(account: AccountId, id: string, tx?: Transaction): Promise<BulkRun | undefined>
  /** Newest first. */
  list(account: AccountId, request: CursorRequest): Promise<readonly BulkRun[]>
  /** The newest bulk run of each failure. */
  latest(account: AccountId, failureIds: readonly string[]): Promise<ReadonlyMap<string, BulkRun>>
  /** The final progress if there is one; otherwise the items are counted. */
  progress(run: BulkRun, tx?: Transaction): Promise<BulkRunProgress>
  /** Returns active bulk runs of all accounts that no process works on, oldest first, and leases them until `until`. */
  take(now: number, until: number, limit: number): Promise<readonly BulkRun[]>
  /** Returns the next executions to resume or cancel, oldest first. */
  pending(id: string, limit: number): Promise<readonly string[]>
  /**
   * Claims an item and, unless it is to be cancelled, marks its execution as resumed. The caller starts the new execution, or
   * cancels this one, in the same transaction.
   * `resumed`: somebody else resumed the execution; the item is skipped. `ended`: the item is not pending, or the bulk run is
   * not active.
   */
  claim(tx: Transaction, id: string, executionId: string): Promise<'claimed' | 'resumed' | 'ended'>
  /** Completes a claim. The first one of a bulk run for a failure is its trial. */
  started(
    tx: Transaction,
    id: string,
    item: { readonly executionId: string; readonly newExecutionId: string },
  ): Promise<void>
  /** Leaves out an item that is pending, or that was claimed in this transaction. */
  skip(
    tx: Transaction,
    id: string,
    item: { readonly executionId: string; readonly message: string },
  ): Promise<void>
  /** Changes the status if it is one of `from`. A final status ends the bulk run and stores its progress. */
  advance(
    tx: Transaction,
    id: string,
    change: {
      readonly from: readonly BulkRunStatus[]
      readonly to: BulkRunStatus
      readonly at: number
      readonly message?: string
    },
  ): Promise<boolean>
  /**
   * Stores what ended bulk runs have achieved, as far as none of their executions can change it any more. Those that executions
   * can still change are looked at again at `again`. At most `limit` per call.
   */
  settle(now: number, again: number, limit: number): Promise<void>
  /** Lets another process take it. */
  release(id: string): Promise<void>
}
