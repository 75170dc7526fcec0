import type { AccountId, Credential, SealedCredential } from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface CredentialStore {
  insert(tx: Transaction, credential: SealedCredential): Promise<void>
  list(account: AccountId, page: PageRequest): Promise<Page<Credential>>
  find(account: AccountId, id: string, tx?: Transaction): Promise<SealedCredential | undefined>
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  recordUse(tx: Transaction, account: AccountId, id: string, at: number): Promise<void>
}
