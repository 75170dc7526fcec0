import type { AccountId } from '#domain/account.ts'
import type { SealedWebhook, Webhook } from '#domain/webhook.ts'
import type { Page, PageRequest } from './paging.ts'
import type { Transaction } from './transaction.ts'

export interface WebhookStore {
  insert(tx: Transaction, webhook: SealedWebhook): Promise<void>
  list(account: AccountId, page: PageRequest): Promise<Page<Webhook>>
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
}
