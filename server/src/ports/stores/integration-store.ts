import type { IntegrationStatus } from '@millrace/contract/integration.ts'
import type { AccountId, Integration } from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface IntegrationStore {
  insert(tx: Transaction, integration: Integration): Promise<void>
  /** Newest first. */
  list(account: AccountId, page: PageRequest): Promise<Page<Integration>>
  find(account: AccountId, id: string, tx?: Transaction): Promise<Integration | undefined>
  /** Those that use the credential, newest first. */
  listByCredential(account: AccountId, credentialId: string): Promise<readonly Integration[]>
  /** Stores the name, the credential, the status and the result of the last test. */
  update(tx: Transaction, integration: Integration): Promise<void>
  /** False when the account has no such integration. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  /** Deletes the integrations that use the credential. Imported ones stay, without a credential and with this error. */
  deleteByCredential(
    tx: Transaction,
    account: AccountId,
    credential: { readonly id: string; readonly error: string },
  ): Promise<void>
  /** Marks those that use the credential as untested, because its value has changed. */
  resetTests(tx: Transaction, account: AccountId, credentialId: string): Promise<void>
  /** Stores the result of a connection test. Does nothing when the account has no such integration. */
  recordTest(
    tx: Transaction,
    account: AccountId,
    id: string,
    test: { readonly status: IntegrationStatus; readonly at: number; readonly error: string | null },
  ): Promise<void>
}
