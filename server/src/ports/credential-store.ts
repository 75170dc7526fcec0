import type { AccountId } from '#domain/account.ts'
import type { Credential, SealedCredential } from '#domain/credential.ts'
import type { Page, PageRequest } from './paging.ts'
import type { Transaction } from './transaction.ts'

export interface CredentialStore {
  insert(tx: Transaction, credential: SealedCredential): Promise<void>
  list(account: AccountId, page: PageRequest): Promise<Page<Credential>>
  find(account: AccountId, id: string, tx?: Transaction): Promise<SealedCredential | undefined>
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  recordUse(tx: Transaction, account: AccountId, id: string, at: number): Promise<void>
}
