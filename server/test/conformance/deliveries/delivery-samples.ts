import type { AccountId, DomainEvent, SealedWebhookEndpoint } from '#domain/index.ts'
import type { AttemptOutcome, ClaimedDelivery, Ids } from '#ports/index.ts'
import type { EngineSubject } from '../engine-store.ts'
import { sampleEndpoint } from '../samples.ts'

/** Sample data for the delivery suites. */

export const AT = Date.UTC(2026, 0, 31, 8, 30)
export const CLAIM_MS = 60_000

export async function insertEndpoint(
  { store, ids, newAccount }: EngineSubject,
  changes: Partial<SealedWebhookEndpoint> = {},
): Promise<SealedWebhookEndpoint> {
  const endpoint = sampleEndpoint(ids, changes.accountId ?? (await newAccount()), changes)
  await store.write((tx) => store.webhookEndpoints.insert(tx, endpoint))
  return endpoint
}

export function sampleEvent(ids: Ids, accountId: AccountId, changes: Partial<DomainEvent> = {}): DomainEvent {
  const at = changes.at ?? AT
  return { id: ids.next(at), accountId, kind: 'form.submitted', at, body: '{"n":1}', ...changes }
}

/** Publishes an event and returns its id. */
export async function publish(
  { store, ids }: EngineSubject,
  accountId: AccountId,
  changes: Partial<DomainEvent> = {},
): Promise<string> {
  const event = sampleEvent(ids, accountId, changes)
  await store.write((tx) => store.deliveries.publish(tx, event))
  return event.id
}

export function claim(
  { store }: EngineSubject,
  endpoints: readonly { readonly id: string }[],
  { limit = 10, now = AT, claimant = 'one' } = {},
): Promise<readonly ClaimedDelivery[]> {
  const claims = endpoints.map(({ id }) => ({ endpointId: id, limit }))
  return store.deliveries.claim({ endpoints: claims, claimant, now, until: now + CLAIM_MS })
}

export function outcomeOf(
  claimed: ClaimedDelivery,
  verdict: AttemptOutcome['verdict'],
  attempt: Partial<AttemptOutcome['attempt']> = {},
): AttemptOutcome {
  const isDelivered = verdict.kind === 'delivered'
  return {
    claimed,
    attempt: {
      number: claimed.attempt,
      at: AT + 10,
      durationMs: 5,
      responseStatus: isDelivered ? 200 : 500,
      error: isDelivered ? null : 'The receiver answered 500.',
      request: { url: claimed.url, headers: { 'webhook-id': claimed.id } },
      response: { headers: { server: 'test' }, body: 'a\u0000b' },
      ...attempt,
    },
    verdict,
  }
}

export function failed(
  changes: Partial<Extract<AttemptOutcome['verdict'], { kind: 'failed' }>> = {},
): AttemptOutcome['verdict'] {
  const disable = { kind: 'failing-since', before: 0 } as const
  return { kind: 'failed', retryAt: AT + 5_000, pausedUntil: null, disable, ...changes }
}

export async function statusOf(
  { store }: EngineSubject,
  { accountId, id }: SealedWebhookEndpoint,
): Promise<string | undefined> {
  return (await store.webhookEndpoints.find(accountId, id))?.status
}
