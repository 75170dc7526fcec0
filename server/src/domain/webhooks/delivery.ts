import type { DeliveryStatus } from '@millrace/contract/delivery.ts'
import type { EventKind } from '@millrace/contract/events.ts'
import type { AccountId } from '../accounts/account.ts'

/** An event with the exact body that is sent to every subscribed webhook endpoint. */
export interface DomainEvent {
  /** The `webhook-id` that receivers see: the same for all endpoints, attempts and redeliveries. */
  readonly id: string
  readonly accountId: AccountId
  readonly kind: EventKind
  readonly at: number
  readonly body: string
}

/** The delivery of one event to one webhook endpoint. Its id is that of the event. */
export interface Delivery {
  readonly id: string
  readonly kind: EventKind
  readonly status: DeliveryStatus
  readonly attemptCount: number
  readonly createdAt: number
  /** The time of the next attempt; null once the delivery has succeeded or failed for good. */
  readonly dueAt: number | null
  readonly completedAt: number | null
  /** The result of the last attempt: the response status, or the error if there was no response. */
  readonly responseStatus: number | null
  readonly error: string | null
}

export interface DeliveryAttempt {
  /** Counts from 1. An attempt that was interrupted by a process exit leaves a gap. */
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

/** The part of a response that the log stores. */
export interface ResponseHead {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface LoggedDelivery extends Delivery {
  readonly body: string
  /** Newest first. */
  readonly attempts: readonly DeliveryAttempt[]
}
