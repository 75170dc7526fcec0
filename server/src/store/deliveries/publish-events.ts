import type { EventKind } from '@millrace/contract/events.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DomainEvent } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

/** An event, and the webhooks that are to be told of it. */
export interface AddressedEvent {
  readonly event: DomainEvent
  readonly endpointIds: readonly string[]
}

/** SQL: whether the webhook asked for this kind and can be told. The kinds are a JSON list of known words. */
export function subscribedTo(kind: EventKind): string {
  return `webhook_endpoints.status = 'active' and webhook_endpoints.events like '%"${kind}"%'`
}

export function isSubscribedTo(kind: EventKind): RawBuilder<SqlBool> {
  return sql.raw(subscribedTo(kind))
}

export async function publishEvent(database: Database, tx: Transaction, event: DomainEvent): Promise<void> {
  const told = await queriesOf(tx)
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('account_id', '=', event.accountId)
    .where(isSubscribedTo(event.kind))
    .execute()
  await writeEvents(database, tx, [{ event, endpointIds: told.map(({ id }) => id) }])
}

/** Writes events with their deliveries, and rings once they are committed. */
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
  for (const some of chunksOf(events)) {
    await queriesOf(tx)
      .insertInto('events')
      .values(
        some.map(({ event }) => ({
          id: event.id,
          account_id: event.accountId,
          kind: event.kind,
          created_at: event.at,
          body: event.body,
        })),
      )
      .execute()
  }
  for (const some of chunksOf(deliveries)) {
    await queriesOf(tx).insertInto('deliveries').values(some).execute()
  }
  const endpointIds = [...new Set(deliveries.map((delivery) => delivery.endpoint_id))]
  database.afterCommit(tx, () => database.deliveryNotifier.notify(endpointIds))
}

/** Rows per statement: far below what either database takes as parameters. */
const CHUNK = 500

function chunksOf<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = []
  for (let from = 0; from < items.length; from += CHUNK) chunks.push(items.slice(from, from + CHUNK))
  return chunks
}
