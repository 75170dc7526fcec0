import type { AccountId, SealedWebhookEndpoint, Webhook } from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

/** How the receiver of an endpoint responds. */
export interface EndpointHealth {
  /** Consecutive failed attempts. */
  readonly failures: number
  readonly failingSince: number | null
  readonly pausedUntil: number | null
  readonly pending: number
  readonly failed: number
  readonly lastDeliveryAt: number | null
  readonly earlierSecretUntil: number | null
}

export interface WebhookEndpointStore {
  insert(tx: Transaction, endpoint: SealedWebhookEndpoint): Promise<void>
  /** Newest first, without the secrets. */
  list(account: AccountId, page: PageRequest): Promise<Page<Webhook>>
  /**
   * Undefined when the account has no such endpoint. With `tx`, the endpoint is locked against other writers until `tx`
   * ends.
   */
  find(account: AccountId, id: string, tx?: Transaction): Promise<SealedWebhookEndpoint | undefined>
  /** The health of these endpoints, by id. */
  health(account: AccountId, ids: readonly string[]): Promise<ReadonlyMap<string, EndpointHealth>>
  /** Stores the endpoint, resets its failure count and ends a pause, so that deliveries resume immediately. */
  update(tx: Transaction, endpoint: SealedWebhookEndpoint): Promise<void>
  /**
   * Deletes an endpoint. Its deliveries stay until they are pruned, without further attempts. False when there is no such
   * endpoint.
   */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
}
