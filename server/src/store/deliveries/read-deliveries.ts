import { DELIVERY_STATUSES, type DeliveryStatus } from '@millrace/contract/delivery.ts'
import {
  type AccountId,
  type Delivery,
  type DeliveryAttempt,
  firstIdAt,
  type RequestHead,
  type ResponseHead,
} from '#domain/index.ts'
import type { CursorRequest, DeliveryFilter, DeliveryStore } from '#ports/index.ts'
import type { Database, Queries } from '../database.ts'
import type { Tables } from '../tables.ts'

const ATTEMPTS_SHOWN = 50

/** Reads of deliveries for the API. */
export function deliveryReads(database: Database): Pick<DeliveryStore, 'list' | 'find'> {
  return {
    async list(account, endpointId, filter, cursor) {
      // The index is sorted within one status. Without a filter, merge the newest rows of each status.
      const statuses = filter.status === undefined ? DELIVERY_STATUSES : [filter.status]
      const newest = statuses
        .map((one) =>
          newestWithStatus(database.read, {
            account,
            endpointId,
            filter: { ...filter, status: one },
            cursor,
          }),
        )
        .reduce((all, one) => all.unionAll(one))
      const rows = await database.read
        .selectFrom(newest.as('newest'))
        .innerJoin('events', 'events.id', 'newest.event_id')
        .selectAll('newest')
        .select('events.kind')
        .orderBy('newest.event_id', 'desc')
        .limit(cursor.limit)
        .execute()
      return rows.map(toDelivery)
    },
    async find(account, endpointId, id) {
      const delivery = await findDelivery(database.read, account, endpointId, id)
      if (delivery === undefined) return undefined
      const attempts = await database.read
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('event_id', '=', id)
        .where('endpoint_id', '=', endpointId)
        .where('account_id', '=', account)
        .orderBy('number', 'desc')
        .limit(ATTEMPTS_SHOWN)
        .execute()
      return { ...delivery, attempts: attempts.map(toAttempt) }
    },
  }
}

export async function findDelivery(
  queries: Queries,
  account: AccountId,
  endpointId: string,
  id: string,
): Promise<(Delivery & { readonly body: string }) | undefined> {
  const row = await queries
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .selectAll('deliveries')
    .select(['events.kind', 'events.body'])
    .where('event_id', '=', id)
    .where('endpoint_id', '=', endpointId)
    .where('deliveries.account_id', '=', account)
    .executeTakeFirst()
  return row && { ...toDelivery(row), body: row.body }
}

interface StatusPage {
  readonly account: AccountId
  readonly endpointId: string
  readonly filter: DeliveryFilter & { readonly status: DeliveryStatus }
  readonly cursor: CursorRequest
}

function newestWithStatus(queries: Queries, { account, endpointId, filter, cursor }: StatusPage) {
  const { status, from, to } = filter
  let matching = queries
    .selectFrom('deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', status)
    .where('account_id', '=', account)
  if (from !== undefined) matching = matching.where('event_id', '>=', firstIdAt(from))
  if (to !== undefined) matching = matching.where('event_id', '<', firstIdAt(to + 1))
  if (cursor.before !== undefined) matching = matching.where('event_id', '<', cursor.before)
  return queries.selectFrom(matching.orderBy('event_id', 'desc').limit(cursor.limit).as('one')).selectAll()
}

function toDelivery(row: Tables['deliveries'] & Pick<Tables['events'], 'kind'>): Delivery {
  return {
    id: row.event_id,
    kind: row.kind,
    status: row.status,
    attemptCount: row.attempts,
    createdAt: row.created_at,
    // During an attempt, `due_at` is the time at which the claim expires.
    dueAt: row.claimed_by === null ? row.due_at : null,
    completedAt: row.completed_at,
    responseStatus: row.response_status,
    error: row.error,
  }
}

function toAttempt(row: Tables['delivery_attempts']): DeliveryAttempt {
  return {
    number: row.number,
    at: row.attempted_at,
    durationMs: row.duration_ms,
    responseStatus: row.response_status,
    error: row.error,
    request: JSON.parse(row.request) as RequestHead,
    response: row.response === null ? null : (JSON.parse(row.response) as ResponseHead),
  }
}
