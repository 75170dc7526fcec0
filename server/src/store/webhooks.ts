import type { EventKind } from '@millrace/contract/events.ts'
import type { WebhookStore } from '#ports/webhook-store.ts'
import { type Database, queriesOf } from './database.ts'
import { countAll, pageOf } from './list-queries.ts'

export function webhookStore(database: Database): WebhookStore {
  return {
    async insert(tx, webhook) {
      await queriesOf(tx)
        .insertInto('webhooks')
        .values({
          id: webhook.id,
          account_id: webhook.accountId,
          url: webhook.url,
          events: JSON.stringify(webhook.events),
          sealed_secret: webhook.sealedSecret,
          status: webhook.status,
          created_at: webhook.createdAt,
        })
        .execute()
    },
    async list(account, page) {
      const matching = database.read.selectFrom('webhooks').where('account_id', '=', account)
      const rows = await pageOf(matching, page)
        .select(['id', 'account_id', 'url', 'events', 'status', 'created_at'])
        .orderBy('id', 'desc')
        .execute()
      const items = rows.map((row) => ({
        id: row.id,
        accountId: row.account_id,
        url: row.url,
        events: JSON.parse(row.events) as EventKind[],
        status: row.status,
        createdAt: row.created_at,
      }))
      return { items, total: await countAll(matching) }
    },
    async delete(tx, account, id) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('webhooks')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
