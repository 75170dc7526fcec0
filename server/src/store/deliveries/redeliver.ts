import { sql } from 'kysely'
import { type AccountId, firstIdAt } from '#domain/index.ts'
import type { DeliveryRange, DeliveryStore, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { findDelivery } from './read-deliveries.ts'

/** Ids per statement: far below what either database takes as parameters. */
const CHUNK = 500

export function redelivery(database: Database): Pick<DeliveryStore, 'redeliver' | 'redeliverRange'> {
  return {
    async redeliver(tx, account, endpointId, id, now) {
      await beginAnew(database, tx, account, endpointId, [id], now)
      return findDelivery(queriesOf(tx), account, endpointId, id)
    },
    async redeliverRange(tx, account, endpointId, range, now, limit) {
      const found = await selectRange(tx, account, endpointId, range, limit + 1)
      const ids = found.slice(0, limit)
      for (let from = 0; from < ids.length; from += CHUNK) {
        await beginAnew(database, tx, account, endpointId, ids.slice(from, from + CHUNK), now)
      }
      return { count: ids.length, hasMore: found.length > limit }
    },
  }
}

async function selectRange(
  tx: Transaction,
  account: AccountId,
  endpointId: string,
  { status, from, to }: DeliveryRange,
  limit: number,
): Promise<readonly string[]> {
  const rows = await queriesOf(tx)
    .selectFrom('deliveries')
    .select('event_id')
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', status)
    .where('event_id', '>=', firstIdAt(from))
    .where('event_id', '<', firstIdAt(to + 1))
    .where('account_id', '=', account)
    .orderBy('event_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.event_id)
}

async function beginAnew(
  database: Database,
  tx: Transaction,
  account: AccountId,
  endpointId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await queriesOf(tx)
    .updateTable('deliveries')
    .set({
      status: 'pending',
      tries: 0,
      completed_at: null,
      // What is being tried right now stays claimed: the request is already on its way.
      due_at: sql<number>`case when claimed_by is not null and due_at > ${now} then due_at else ${now} end`,
    })
    .where('event_id', 'in', ids)
    .where('endpoint_id', '=', endpointId)
    .where('account_id', '=', account)
    .execute()
  database.afterCommit(tx, () => database.deliveryNotifier.notify([endpointId]))
}
