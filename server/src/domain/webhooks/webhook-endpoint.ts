import type { EventKind } from '@millrace/contract/events.ts'
import type { WebhookStatus } from '@millrace/contract/webhook.ts'
import type { AccountId } from '../accounts/account.ts'

export interface Webhook {
  readonly id: string
  readonly accountId: AccountId
  readonly url: string
  readonly events: readonly EventKind[]
  readonly status: WebhookStatus
  readonly createdAt: number
}

export interface SealedWebhookEndpoint extends Webhook {
  readonly sealedSecret: string
  /** The secret before the last rotation, which also signs for a limited time. */
  readonly earlierSecret: EarlierSecret | null
}

export interface EarlierSecret {
  readonly sealed: string
  readonly until: number
}
