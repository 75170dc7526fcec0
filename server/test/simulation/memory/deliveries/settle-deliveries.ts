import type { AttemptOutcome } from '#ports/index.ts'
import { deliveryKey, type MemoryDatabase } from '../memory-database.ts'

/** Records the outcomes of delivery attempts, as in `store/deliveries/settle-deliveries.ts`. */
export function settleDeliveries(database: MemoryDatabase, outcomes: readonly AttemptOutcome[]): void {
  for (const outcome of outcomes) recordResult(database, outcome)
  for (const outcome of outcomes) {
    if (outcome.verdict.kind === 'delivered') recordSuccess(database, outcome)
  }
  for (const outcome of outcomes) recordFailure(database, outcome)
  for (const outcome of outcomes) logAttempt(database, outcome)
}

function recordResult(database: MemoryDatabase, { claimed, attempt, verdict }: AttemptOutcome): void {
  const key = deliveryKey({ endpointId: claimed.endpointId, eventId: claimed.id })
  const row = database.deliveries.get(key)
  if (row === undefined) return
  const isDelivered = verdict.kind === 'delivered'
  // A success counts even if the claim has expired; a failure counts only for the holder of the claim.
  if (!isDelivered && row.claimedBy !== claimed.claimant) return
  const nextAttemptAt = isDelivered ? null : verdict.retryAt
  database.deliveries.set(key, {
    ...row,
    claimedBy: null,
    tries: row.tries + 1,
    responseStatus: attempt.responseStatus,
    error: attempt.error,
    status: isDelivered ? 'delivered' : nextAttemptAt === null ? 'failed' : 'pending',
    dueAt: nextAttemptAt,
    completedAt: nextAttemptAt === null ? attempt.at + attempt.durationMs : null,
  })
}

function recordSuccess(database: MemoryDatabase, { claimed }: AttemptOutcome): void {
  const endpoint = database.endpoints.get(claimed.endpointId)
  if (endpoint === undefined || endpoint.failures === 0) return
  database.endpoints.set(endpoint.id, { ...endpoint, failures: 0, failingSince: null, pausedUntil: null })
}

function recordFailure(database: MemoryDatabase, { claimed, attempt, verdict }: AttemptOutcome): void {
  const endpoint = database.endpoints.get(claimed.endpointId)
  if (endpoint === undefined || verdict.kind === 'delivered') return
  const { failures, failingSince } = endpoint
  const isDisabled =
    verdict.disable.kind === 'now' || (failingSince !== null && failingSince <= verdict.disable.before)
  database.endpoints.set(endpoint.id, {
    ...endpoint,
    failures: failures + 1,
    failingSince: failingSince ?? attempt.at,
    pausedUntil: verdict.pausedUntil,
    status: isDisabled ? 'disabled' : endpoint.status,
  })
}

function logAttempt(database: MemoryDatabase, { claimed, attempt }: AttemptOutcome): void {
  const { endpointId, id: eventId } = claimed
  const { number } = attempt
  const row = { eventId, endpointId, number, attempt: JSON.stringify(attempt) }
  database.attempts.insert(`${deliveryKey(row)} ${number}`, row)
}
