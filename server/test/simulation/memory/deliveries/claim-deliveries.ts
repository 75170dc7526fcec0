import type { ClaimedDelivery, ClaimRequest, EndpointClaim, DueEndpoints } from '#ports/index.ts'
import { deliveryKey, type DeliveryRow, type EndpointRow, type MemoryDatabase } from '../memory-database.ts'

export function findDueEndpoints(
  database: MemoryDatabase,
  now: number,
  after: string | undefined,
  limit: number,
): DueEndpoints {
  const pending = [...database.deliveries.values()].filter(({ dueAt }) => dueAt !== null)
  const ids = [...new Set(pending.map(({ endpointId }) => endpointId))]
    .filter((id) => after === undefined || id > after)
    .sort()
    .slice(0, limit)
  const isDue = (id: string) =>
    canReceive(database.endpoints.get(id), now) &&
    pending.some(({ endpointId, dueAt }) => endpointId === id && (dueAt ?? now) <= now)
  return { ids: ids.filter(isDue), next: ids.length < limit ? undefined : ids.at(-1) }
}

export function claimDeliveries(database: MemoryDatabase, request: ClaimRequest): readonly ClaimedDelivery[] {
  return request.endpoints.flatMap((claim) => claimForEndpoint(database, claim, request))
}

function claimForEndpoint(
  database: MemoryDatabase,
  { endpointId, limit }: EndpointClaim,
  { claimant, now, until }: ClaimRequest,
): readonly ClaimedDelivery[] {
  const endpoint = database.endpoints.get(endpointId)
  if (endpoint === undefined || !canReceive(endpoint, now)) return []
  const { fences } = database
  const isDue = ({ dueAt, claimedBy }: DeliveryRow) =>
    dueAt !== null && (dueAt <= now || (claimedBy !== null && !fences.deliveryClaims))
  const due = [...database.deliveries.values()]
    .filter((row) => row.endpointId === endpointId && isDue(row))
    .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
    .slice(0, limit)
  return due.flatMap((row) => {
    const attempts = row.attempts + 1
    const dueAt = fences.claimExpiry ? until : null
    database.deliveries.set(deliveryKey(row), { ...row, claimedBy: claimant, dueAt, attempts })
    const event = database.events.get(row.eventId)
    return event === undefined ? [] : [toClaimed(endpoint, row, { claimant, attempts, body: event.body })]
  })
}

function toClaimed(
  endpoint: EndpointRow,
  { eventId, tries }: DeliveryRow,
  { claimant, attempts, body }: { claimant: string; attempts: number; body: string },
): ClaimedDelivery {
  const { id, accountId, url, sealedSecret, earlierSecret, failures } = endpoint
  return {
    id: eventId,
    endpointId: id,
    accountId,
    claimant,
    attempt: attempts,
    attemptsBefore: tries,
    url,
    sealedSecret,
    earlierSecret,
    failures,
    body,
  }
}

function canReceive(endpoint: EndpointRow | undefined, now: number): boolean {
  return endpoint?.status === 'active' && (endpoint.pausedUntil === null || endpoint.pausedUntil <= now)
}
