import { isDeepStrictEqual } from 'node:util'
import type { NewWebhook, WebhookChanges } from '@millrace/contract/webhook.ts'
import { type AccountId, notFound, type SealedWebhookEndpoint } from '#domain/index.ts'
import type { Transaction, Vault } from '#ports/index.ts'
import type { FeatureDeps } from '../shared/feature-deps.ts'
import { sealSecret } from './webhook-secret.ts'

/** How long the secret before a rotation signs too. */
const EARLIER_SECRET_MS = 86_400_000

/** A webhook, and the secret that had to be made for it: it is shown this once. */
export interface WithSecret {
  readonly webhook: SealedWebhookEndpoint
  readonly madeSecret: string | undefined
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
    const { sealedSecret, madeSecret } = this.#seal(account, id, wanted.secret)
    const webhook: SealedWebhookEndpoint = {
      id,
      accountId: account,
      url: wanted.url.trim(),
      events: wanted.events,
      status: 'active',
      createdAt: now,
      sealedSecret,
      earlierSecret: null,
    }
    await store.webhookEndpoints.insert(tx, webhook)
    return { webhook, madeSecret }
  }

  async read(account: AccountId, id: string, tx?: Transaction): Promise<SealedWebhookEndpoint> {
    const webhook = await this.#context.store.webhookEndpoints.find(account, id, tx)
    if (webhook === undefined) throw notFound('webhook')
    return webhook
  }

  async update(
    tx: Transaction,
    account: AccountId,
    id: string,
    changes: WebhookChanges,
  ): Promise<SealedWebhookEndpoint> {
    const current = await this.read(account, id, tx)
    const webhook = {
      ...current,
      url: changes.url?.trim() ?? current.url,
      events: changes.events ?? current.events,
      status: changes.status ?? current.status,
    }
    if (!isDeepStrictEqual(webhook, current)) await this.#context.store.webhookEndpoints.update(tx, webhook)
    return webhook
  }

  async rotateSecret(
    tx: Transaction,
    account: AccountId,
    id: string,
    sent: string | undefined,
  ): Promise<WithSecret & { earlierUntil: number }> {
    const { store, clock } = this.#context
    const current = await this.read(account, id, tx)
    const { sealedSecret, madeSecret } = this.#seal(account, id, sent)
    const earlierUntil = clock.now() + EARLIER_SECRET_MS
    const webhook: SealedWebhookEndpoint = {
      ...current,
      sealedSecret,
      earlierSecret: { sealed: current.sealedSecret, until: earlierUntil },
    }
    await store.webhookEndpoints.update(tx, webhook)
    return { webhook, madeSecret, earlierUntil }
  }

  async delete(tx: Transaction, account: AccountId, id: string): Promise<void> {
    if (!(await this.#context.store.webhookEndpoints.delete(tx, account, id))) throw notFound('webhook')
  }

  #seal(account: AccountId, id: string, sent: string | undefined) {
    return sealSecret({ vault: this.#vault, ids: this.#context.ids }, account, id, sent)
  }
}
