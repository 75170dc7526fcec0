import type { PlanId } from '@millrace/contract/plans.ts'
import type { Account, AccountId } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface AccountStore {
  insert(tx: Transaction, account: Account): Promise<void>
  /**
   * Returns the oldest account; undefined when there is none. Concurrent callers wait until `tx` ends, so only one of several
   * processes creates the first account.
   */
  first(tx: Transaction): Promise<Account | undefined>
  find(id: AccountId): Promise<Account | undefined>
  /** The access versions of these accounts; those that do not exist are absent. */
  accessVersions(ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, number>>
  /** Returns all accounts, oldest first. For operators, not for requests. */
  list(): Promise<readonly Account[]>
  /** Changes the plan and increments the access version. False when there is no such account. */
  setPlan(tx: Transaction, id: AccountId, plan: PlanId): Promise<boolean>
}
