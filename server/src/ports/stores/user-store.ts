import type { AccountId, User } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface UserStore {
  /** False when a user with this e-mail address exists. Case is ignored. */
  insert(tx: Transaction, user: User): Promise<boolean>
  /** Case is ignored. */
  findByEmail(email: string): Promise<User | undefined>
  find(account: AccountId, id: string): Promise<User | undefined>
  /** True when at least one user exists. */
  any(tx?: Transaction): Promise<boolean>
  /** False when the account has no such user. */
  setPassword(tx: Transaction, account: AccountId, id: string, passwordHash: string): Promise<boolean>
}
