import type { DeliveryStatus } from '@millrace/contract/delivery.ts'
import type { EventKind } from '@millrace/contract/events.ts'
import { sql } from 'kysely'
import { type EarlierSecret, type SealedWebhookEndpoint, timeOfId, type Webhook } from '#domain/index.ts'
import type { WebhookEndpointStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { countAll, pageOf } from '../list-queries.ts'
import { lockRow } from '../lock-row.ts'
import type { Tables } from '../tables.ts'

export function webhookEndpointStore(database: Database): WebhookEndpointStore {
  return {
    async insert(tx, endpoint) {
      await queriesOf(tx)
        .insertInto('webhook_endpoints')
        .values({
          id: endpoint.id,
          account_id: endpoint.accountId,
          created_at: endpoint.createdAt,
          failures: 0,
          ...mutableColumns(endpoint),
        })
        .execute()
    },
    async list(account, page) {
      const matching = database.read.selectFrom('webhook_endpoints').where('account_id', '=', account)
      const rows = await pageOf(matching, page)
        .select(['id', 'account_id', 'url', 'events', 'status', 'created_at'])
        .orderBy('id', 'desc')
        .execute()
      return { items: rows.map(toEndpoint), total: await countAll(matching) }
    },
    async find(account, id, tx) {
      const queries = tx === undefined ? database.read : queriesOf(tx)
      if (tx !== undefined) await lockRow(database, tx, 'webhook_endpoints', id)
      const row = await queries
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return (
        row && { ...toEndpoint(row), sealedSecret: row.sealed_secret, earlierSecret: toEarlierSecret(row) }
      )
    },
    async health(account, ids) {
      if (ids.length === 0) return new Map()
      const [endpoints, counts] = await Promise.all([
        database.read
          .selectFrom('webhook_endpoints')
          .select(['id', 'failures', 'failing_since', 'rest_until', 'earlier_secret_until'])
          .select([newestDelivery('pending'), newestDelivery('delivered'), newestDelivery('failed')])
          .where('account_id', '=', account)
          .where('id', 'in', ids)
          .execute(),
        // Delivered ones are not counted: there may be very many of them.
        database.read
          .selectFrom('deliveries')
          .select(['endpoint_id', 'status'])
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where('endpoint_id', 'in', ids)
          .where('status', 'in', ['pending', 'failed'])
          .where('account_id', '=', account)
          .groupBy(['endpoint_id', 'status'])
          .execute(),
      ])
      const count = (id: string, status: DeliveryStatus) =>
        Number(counts.find((row) => row.endpoint_id === id && row.status === status)?.total ?? 0)
      return new Map(
        endpoints.map((row) => [
          row.id,
          {
            failures: row.failures,
            failingSince: row.failing_since,
            pausedUntil: row.rest_until,
            pending: count(row.id, 'pending'),
            failed: count(row.id, 'failed'),
            lastDeliveryAt: latestTime([row.pending, row.delivered, row.failed]),
            earlierSecretUntil: row.earlier_secret_until,
          },
        ]),
      )
    },
    async update(tx, endpoint) {
      await queriesOf(tx)
        .updateTable('webhook_endpoints')
        .set({ ...mutableColumns(endpoint), failures: 0, failing_since: null, rest_until: null })
        .where('id', '=', endpoint.id)
        .where('account_id', '=', endpoint.accountId)
        .execute()
      database.afterCommit(tx, () => database.deliveryNotifier.notify([endpoint.id]))
    },
    async delete(tx, account, id) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('webhook_endpoints')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

function latestTime(ids: readonly (string | null)[]): number | null {
  const times = ids.filter((id) => id !== null).map(timeOfId)
  return times.length === 0 ? null : Math.max(...times)
}

/** The index is sorted within one status. */
function newestDelivery<S extends DeliveryStatus>(status: S) {
  return sql<string | null>`(select event_id from deliveries
    where endpoint_id = webhook_endpoints.id and status = ${status} order by event_id desc limit 1)`.as(
    status,
  )
}

function mutableColumns(endpoint: SealedWebhookEndpoint) {
  return {
    url: endpoint.url,
    events: JSON.stringify(endpoint.events),
    status: endpoint.status,
    sealed_secret: endpoint.sealedSecret,
    earlier_sealed_secret: endpoint.earlierSecret?.sealed ?? null,
    earlier_secret_until: endpoint.earlierSecret?.until ?? null,
  }
}

type EndpointRow = Pick<
  Tables['webhook_endpoints'],
  'id' | 'account_id' | 'url' | 'events' | 'status' | 'created_at'
>

function toEndpoint(row: EndpointRow): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    events: JSON.parse(row.events) as EventKind[],
    status: row.status,
    createdAt: row.created_at,
  }
}

export function toEarlierSecret(
  row: Pick<Tables['webhook_endpoints'], 'earlier_sealed_secret' | 'earlier_secret_until'>,
): EarlierSecret | null {
  const { earlier_sealed_secret: sealed, earlier_secret_until: until } = row
  return sealed === null || until === null ? null : { sealed, until }
}
