import type { AccountId, Credential, SealedCredential } from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface CredentialStore {
  insert(tx: Transaction, credential: SealedCredential): Promise<void>
  /** Newest first, without the sealed values. */
  list(account: AccountId, page: PageRequest): Promise<Page<Credential>>
  find(account: AccountId, id: string, tx?: Transaction): Promise<SealedCredential | undefined>
  /** False when the account has no such credential. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  /** Stores the time of the last use. Does nothing when the account has no such credential. */
  recordUse(tx: Transaction, account: AccountId, id: string, at: number): Promise<void>
}
