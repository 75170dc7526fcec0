import type { PlanId } from '@millrace/contract/plans.ts'
import type { Account, AccountId } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface AccountStore {
  insert(tx: Transaction, account: Account): Promise<void>
  /** The oldest account. Whoever asks next waits until `tx` ends: of several that find none, one alone makes it. */
  first(tx: Transaction): Promise<Account | undefined>
  find(id: AccountId): Promise<Account | undefined>
  /** All accounts, oldest first. For operators, not for requests. */
  list(): Promise<readonly Account[]>
  /** False when there is no such account. Raises the access version. */
  setPlan(tx: Transaction, id: AccountId, plan: PlanId): Promise<boolean>
}
