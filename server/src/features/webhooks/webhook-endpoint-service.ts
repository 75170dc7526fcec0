import { isDeepStrictEqual } from 'node:util'
import type { NewWebhook, WebhookChanges } from '@millrace/contract/webhook.ts'
import { type AccountId, notFound, type SealedWebhookEndpoint } from '#domain/index.ts'
import type { Transaction, Vault } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { sealSecret } from './webhook-secret.ts'

/** How long the previous secret signs too after a rotation. */
const EARLIER_SECRET_MS = 86_400_000

/** A webhook endpoint, and the secret that was generated for it, which is shown only once. */
export interface WithSecret {
  readonly endpoint: SealedWebhookEndpoint
  readonly generatedSecret: string | undefined
}

export class WebhookEndpointService {
  readonly #context: FeatureDeps
  readonly #vault: Vault

  constructor(context: FeatureDeps, vault: Vault) {
    this.#context = context
    this.#vault = vault
  }

  async register(tx: Transaction, account: AccountId, wanted: NewWebhook): Promise<WithSecret> {
    const { store, ids, clock } = this.#context
    const now = clock.now()
    const id = ids.next(now)
    const { sealedSecret, generatedSecret } = this.#seal(account, id, wanted.secret)
    const endpoint: SealedWebhookEndpoint = {
      id,
      accountId: account,
      url: wanted.url.trim(),
      events: wanted.events,
      status: 'active',
      createdAt: now,
      sealedSecret,
      earlierSecret: null,
    }
    await store.webhookEndpoints.insert(tx, endpoint)
    return { endpoint, generatedSecret }
  }

  async read(account: AccountId, id: string, tx?: Transaction): Promise<SealedWebhookEndpoint> {
    const endpoint = await this.#context.store.webhookEndpoints.find(account, id, tx)
    if (endpoint === undefined) throw notFound('webhook')
    return endpoint
  }

  async update(
    tx: Transaction,
    account: AccountId,
    id: string,
    changes: WebhookChanges,
  ): Promise<SealedWebhookEndpoint> {
    const current = await this.read(account, id, tx)
    const endpoint = {
      ...current,
      url: changes.url?.trim() ?? current.url,
      events: changes.events ?? current.events,
      status: changes.status ?? current.status,
    }
    if (!isDeepStrictEqual(endpoint, current)) await this.#context.store.webhookEndpoints.update(tx, endpoint)
    return endpoint
  }

  async rotateSecret(
    tx: Transaction,
    account: AccountId,
    id: string,
    sent: string | undefined,
  ): Promise<WithSecret & { earlierUntil: number }> {
    const { store, clock } = this.#context
    const current = await this.read(account, id, tx)
    const { sealedSecret, generatedSecret } = this.#seal(account, id, sent)
    const earlierUntil = clock.now() + EARLIER_SECRET_MS
    const endpoint: SealedWebhookEndpoint = {
      ...current,
      sealedSecret,
      earlierSecret: { sealed: current.sealedSecret, until: earlierUntil },
    }
    await store.webhookEndpoints.update(tx, endpoint)
    return { endpoint, generatedSecret, earlierUntil }
  }

  async delete(tx: Transaction, account: AccountId, id: string): Promise<void> {
    if (!(await this.#context.store.webhookEndpoints.delete(tx, account, id))) throw notFound('webhook')
  }

  #seal(account: AccountId, id: string, sent: string | undefined) {
    return sealSecret({ vault: this.#vault, ids: this.#context.ids }, account, id, sent)
  }
}
