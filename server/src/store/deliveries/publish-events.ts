import type { EventKind } from '@millrace/contract/events.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DomainEvent } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

/** An event and the endpoints it is delivered to. */
export interface AddressedEvent {
  readonly event: DomainEvent
  readonly endpointIds: readonly string[]
}

/** SQL: whether the endpoint is active and subscribed to this kind. `events` is a JSON list of known kinds. */
export function subscribedTo(kind: EventKind): string {
  return `webhook_endpoints.status = 'active' and webhook_endpoints.events like '%"${kind}"%'`
}

export function isSubscribedTo(kind: EventKind): RawBuilder<SqlBool> {
  return sql.raw(subscribedTo(kind))
}

export async function publishEvent(database: Database, tx: Transaction, event: DomainEvent): Promise<void> {
  const subscribed = await queriesOf(tx)
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('account_id', '=', event.accountId)
    .where(isSubscribedTo(event.kind))
    .execute()
  await writeEvents(database, tx, [{ event, endpointIds: subscribed.map(({ id }) => id) }])
}

/** Writes events and their deliveries, and notifies the dispatcher after the commit. */
export async function writeEvents(
  database: Database,
  tx: Transaction,
  addressed: readonly AddressedEvent[],
): Promise<void> {
  const deliveries = addressed.flatMap(({ event, endpointIds }) =>
    endpointIds.map((endpointId) => ({
      event_id: event.id,
      endpoint_id: endpointId,
      account_id: event.accountId,
      status: 'pending' as const,
      due_at: event.at,
      tries: 0,
      attempts: 0,
      created_at: event.at,
    })),
  )
  if (deliveries.length === 0) return
  const events = addressed.filter(({ endpointIds }) => endpointIds.length > 0)
  for (const chunk of chunksOf(events)) {
    await queriesOf(tx)
      .insertInto('events')
      .values(
        chunk.map(({ event }) => ({
          id: event.id,
          account_id: event.accountId,
          kind: event.kind,
          created_at: event.at,
          body: event.body,
        })),
      )
      .execute()
  }
  for (const chunk of chunksOf(deliveries)) {
    await queriesOf(tx).insertInto('deliveries').values(chunk).execute()
  }
  const endpointIds = [...new Set(deliveries.map((delivery) => delivery.endpoint_id))]
  database.afterCommit(tx, () => database.deliveryNotifier.notify(endpointIds))
}

/** Rows per statement, far below the parameter limit of either database. */
const CHUNK = 500

function chunksOf<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = []
  for (let from = 0; from < items.length; from += CHUNK) chunks.push(items.slice(from, from + CHUNK))
  return chunks
}
