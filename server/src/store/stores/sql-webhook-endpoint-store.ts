import type { EventKind } from '@millrace/contract/events.ts'
import type { EarlierSecret, SealedWebhookEndpoint, Webhook } from '#domain/index.ts'
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
