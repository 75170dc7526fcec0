import type { IntegrationStatus } from '@millrace/contract/integration.ts'
import type { AccountId, Integration } from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface IntegrationStore {
  insert(tx: Transaction, integration: Integration): Promise<void>
  list(account: AccountId, page: PageRequest): Promise<Page<Integration>>
  find(account: AccountId, id: string): Promise<Integration | undefined>
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  /** Disconnects everything that was connected with the credential. What was imported stays, without one. */
  deleteByCredential(tx: Transaction, account: AccountId, credentialId: string): Promise<void>
  recordTest(
    tx: Transaction,
    account: AccountId,
    id: string,
    status: IntegrationStatus,
    at: number,
  ): Promise<void>
}
