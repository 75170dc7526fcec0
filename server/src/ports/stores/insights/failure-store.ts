import type { AccountId, Failure, IgnoredFailure } from '#domain/index.ts'
import type { Transaction } from '../shared/transaction.ts'

/** Where a page of causes ends. */
export interface FailurePosition {
  readonly count: number
  /** The newest of its failed runs, which no other cause has. */
  readonly lastId: string
  /** The newest failed run that the first page counted. */
  readonly newestId: string
}

export interface ListedFailure extends Failure {
  readonly position: FailurePosition
}

export interface FailureQuery {
  readonly now: number
  /** Only runs that started at or after it. */
  readonly from: number
  /** Into how many parts the trend divides the period. */
  readonly parts: number
  readonly workflowId?: string | undefined
  /** Only this one, ignored or not. */
  readonly id?: string | undefined
  readonly isIgnored?: boolean | undefined
  /** Only causes after it. Runs that are newer than those of the first page do not count. */
  readonly after?: FailurePosition | undefined
  readonly limit: number
}

/** Failed executions by cause. `RunStatisticsStore.fold` adds them. */
export interface FailureStore {
  /** Returns causes with failed runs in the period, the most frequent first. Those of deleted workflows are left out. */
  list(account: AccountId, query: FailureQuery): Promise<readonly ListedFailure[]>
  /** Returns the newest failed runs that were not resumed, by cause, at most `limit` each. */
  samples(
    account: AccountId,
    failureIds: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** False when the account has no such failure. Null: no longer ignored. */
  ignore(tx: Transaction, account: AccountId, id: string, ignored: IgnoredFailure | null): Promise<boolean>
}
