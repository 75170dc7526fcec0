import { type RawBuilder, sql } from 'kysely'
import type { ClaimedDelivery, ClaimRequest, EndpointClaim, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { toEarlierSecret } from '../stores/sql-webhook-endpoint-store.ts'

type Claim = Omit<ClaimedDelivery, 'body'>

/**
 * A claim sets the due time of the delivery to the time at which the claim expires. If the process crashes, nothing needs to
 * be repaired, and for the same reason the write need not be durable.
 */
export function claimDeliveries(
  database: Database,
  request: ClaimRequest,
): Promise<readonly ClaimedDelivery[]> {
  return database.write(
    async (tx) => {
      const claims: Claim[] = []
      for (const endpoint of request.endpoints) {
        claims.push(...(await claimForEndpoint(database, tx, endpoint, request)))
      }
      return addBodies(tx, claims)
    },
    { durable: false },
  )
}

async function claimForEndpoint(
  database: Database,
  tx: Transaction,
  { endpointId, limit }: EndpointClaim,
  { claimant, now, until }: ClaimRequest,
): Promise<readonly Claim[]> {
  const endpoint = await queriesOf(tx)
    .selectFrom('webhook_endpoints')
    .select([
      'account_id',
      'url',
      'sealed_secret',
      'earlier_sealed_secret',
      'earlier_secret_until',
      'failures',
    ])
    .where('id', '=', endpointId)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('rest_until', 'is', null), eb('rest_until', '<=', now)]))
    .executeTakeFirst()
  if (endpoint === undefined) return []
  const skipLocked = database.locksRows ? sql`for update skip locked` : sql``
  const { rows } = await sql<{ event_id: string; tries: number; attempts: number }>`
    update deliveries set claimed_by = ${claimant}, due_at = ${until}, attempts = attempts + 1
    where endpoint_id = ${endpointId} and event_id in (${selectDue(endpointId, now, limit)} ${skipLocked})
    returning event_id, tries, attempts`.execute(queriesOf(tx))
  return rows.map((row) => ({
    id: row.event_id,
    endpointId,
    accountId: endpoint.account_id,
    claimant,
    attempt: row.attempts,
    attemptsBefore: row.tries,
    url: endpoint.url,
    sealedSecret: endpoint.sealed_secret,
    earlierSecret: toEarlierSecret(endpoint),
    failures: endpoint.failures,
  }))
}

export function selectDue(endpointId: string, now: number, limit: number): RawBuilder<{ event_id: string }> {
  return sql`select event_id from deliveries where endpoint_id = ${endpointId} and due_at <= ${now}
    order by due_at limit ${limit}`
}

async function addBodies(tx: Transaction, claims: readonly Claim[]): Promise<readonly ClaimedDelivery[]> {
  if (claims.length === 0) return []
  const ids = [...new Set(claims.map(({ id }) => id))]
  const rows = await queriesOf(tx)
    .selectFrom('events')
    .select(['id', 'body'])
    .where('id', 'in', ids)
    .execute()
  const bodies = new Map(rows.map(({ id, body }) => [id, body]))
  return claims.flatMap((claim) => {
    const body = bodies.get(claim.id)
    // The event has expired and is being deleted.
    return body === undefined ? [] : [{ ...claim, body }]
  })
}
