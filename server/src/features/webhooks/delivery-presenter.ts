import type { Delivery, DeliveryAttempt, LoggedDelivery } from '@millrace/contract/delivery.ts'
import type * as domain from '#domain/index.ts'
import type { JsonObject } from '#domain/index.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'

export function presentDelivery(delivery: domain.Delivery): Delivery {
  return {
    id: delivery.id,
    event: delivery.kind,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    response_status: delivery.responseStatus,
    error: delivery.error,
    created_at: timestamp(delivery.createdAt),
    next_attempt_at: timestampOrNull(delivery.dueAt),
    completed_at: timestampOrNull(delivery.completedAt),
  }
}

export function presentLoggedDelivery(delivery: domain.LoggedDelivery): LoggedDelivery {
  return {
    ...presentDelivery(delivery),
    payload: JSON.parse(delivery.body) as JsonObject,
    attempts: delivery.attempts.map(presentAttempt),
  }
}

function presentAttempt(attempt: domain.DeliveryAttempt): DeliveryAttempt {
  return {
    number: attempt.number,
    attempted_at: timestamp(attempt.at),
    duration_ms: attempt.durationMs,
    response_status: attempt.responseStatus,
    error: attempt.error,
    request: { url: attempt.request.url, headers: { ...attempt.request.headers } },
    response: attempt.response && {
      headers: { ...attempt.response.headers },
      body: attempt.response.body,
    },
  }
}
