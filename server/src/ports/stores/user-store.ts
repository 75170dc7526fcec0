import type { AccountId, User } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface UserStore {
  /** False when the e-mail address is taken, in whatever case it is written. */
  insert(tx: Transaction, user: User): Promise<boolean>
  findByEmail(email: string): Promise<User | undefined>
  find(account: AccountId, id: string): Promise<User | undefined>
  /** True as soon as anybody can sign in. */
  any(tx?: Transaction): Promise<boolean>
  setPassword(tx: Transaction, account: AccountId, id: string, passwordHash: string): Promise<boolean>
}
