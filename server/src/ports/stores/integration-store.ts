import type { IntegrationStatus } from '@millrace/contract/integration.ts'
import type { AccountId, Integration } from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface IntegrationStore {
  insert(tx: Transaction, integration: Integration): Promise<void>
  /** Newest first. */
  list(account: AccountId, page: PageRequest): Promise<Page<Integration>>
  find(account: AccountId, id: string): Promise<Integration | undefined>
  /** False when the account has no such integration. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  /** Deletes the integrations that use the credential. Imported ones stay, without a credential and untested. */
  deleteByCredential(tx: Transaction, account: AccountId, credentialId: string): Promise<void>
  /** Stores the result of a connection test. Does nothing when the account has no such integration. */
  recordTest(
    tx: Transaction,
    account: AccountId,
    id: string,
    test: { readonly status: IntegrationStatus; readonly at: number },
  ): Promise<void>
}
