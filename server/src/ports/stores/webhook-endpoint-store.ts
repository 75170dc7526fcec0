import type { AccountId, SealedWebhookEndpoint, Webhook } from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface WebhookEndpointStore {
  insert(tx: Transaction, webhook: SealedWebhookEndpoint): Promise<void>
  list(account: AccountId, page: PageRequest): Promise<Page<Webhook>>
  /** Within `tx` nobody else can change it until `tx` ends. */
  find(account: AccountId, id: string, tx?: Transaction): Promise<SealedWebhookEndpoint | undefined>
  /** Forgets the failures so far: whoever changes a webhook means to try again. */
  update(tx: Transaction, webhook: SealedWebhookEndpoint): Promise<void>
  /** Its deliveries are not tried any more; they go with the other old ones. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
}
