import type { AccountId, User, UserRole } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface UserStore {
  /** False when a user with this email address exists. Case is ignored. */
  insert(tx: Transaction, user: User): Promise<boolean>
  /** Case is ignored. */
  findByEmail(email: string): Promise<User | undefined>
  find(account: AccountId, id: string): Promise<User | undefined>
  /** The users of an account, oldest first. With `tx`, they are locked against other writers until `tx` ends. */
  list(account: AccountId, tx?: Transaction): Promise<readonly User[]>
  /** True when at least one user exists. */
  any(tx?: Transaction): Promise<boolean>
  /** Increments the access version of the account. False when the account has no such user. */
  setRole(tx: Transaction, account: AccountId, id: string, role: UserRole): Promise<boolean>
  /**
   * Locks a user against other writers until `tx` ends, if their password is still the one with this hash. False when it was
   * changed, and when the account has no such user.
   */
  lockWithPassword(tx: Transaction, account: AccountId, id: string, passwordHash: string): Promise<boolean>
  /** False when the account has no such user. */
  setPassword(tx: Transaction, account: AccountId, id: string, passwordHash: string): Promise<boolean>
  /** Deletes a user and their sessions, and increments the access version of the account. False when the account has no such user. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
}
