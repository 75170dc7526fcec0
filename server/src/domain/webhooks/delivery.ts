import type { DeliveryStatus } from '@millrace/contract/delivery.ts'
import type { EventKind } from '@millrace/contract/events.ts'
import type { AccountId } from '../accounts/account.ts'

/** Something that happened, as it is told to every webhook that asked for it: the very bytes of the body. */
export interface DomainEvent {
  /** What receivers see as `webhook-id`: the same for every webhook, every try and every redelivery. */
  readonly id: string
  readonly accountId: AccountId
  readonly kind: EventKind
  readonly at: number
  readonly body: string
}

/** One event on its way to one webhook; its id is that of the event. */
export interface Delivery {
  readonly id: string
  readonly kind: EventKind
  readonly status: DeliveryStatus
  readonly attemptCount: number
  readonly createdAt: number
  /** When it is tried next; null once it is decided. */
  readonly dueAt: number | null
  readonly completedAt: number | null
  /** What came of the last attempt: the status of the answer, or why there was none. */
  readonly responseStatus: number | null
  readonly error: string | null
}

export interface DeliveryAttempt {
  /** Counts from 1; an attempt that was cut off with its process leaves a gap. */
  readonly number: number
  readonly at: number
  readonly durationMs: number
  readonly responseStatus: number | null
  readonly error: string | null
  readonly request: RequestHead
  readonly response: ResponseHead | null
}

export interface RequestHead {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** As much of an answer as the log keeps. */
export interface ResponseHead {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface LoggedDelivery extends Delivery {
  readonly body: string
  /** Newest first. */
  readonly attempts: readonly DeliveryAttempt[]
}
