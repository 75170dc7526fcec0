import { sql } from 'kysely'
import { type AccountId, firstIdAt } from '#domain/index.ts'
import type { DeliveryStore, RedeliverRangeRequest, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { countAll } from '../list-queries.ts'
import { findDelivery } from './read-deliveries.ts'

/** Ids per statement, far below the parameter limit of either database. */
const CHUNK = 500

export function redelivery(database: Database): Pick<DeliveryStore, 'redeliver' | 'redeliverRange'> {
  return {
    async redeliver(tx, { account, endpointId, id, now }) {
      await restartSchedule(database, tx, { account, endpointId, ids: [id], now })
      return findDelivery(queriesOf(tx), account, endpointId, id)
    },
    async redeliverRange(tx, request) {
      const { account, endpointId, now, limit } = request
      const ids = await selectRange(tx, request)
      for (let from = 0; from < ids.length; from += CHUNK) {
        const chunk = ids.slice(from, from + CHUNK)
        await restartSchedule(database, tx, { account, endpointId, ids: chunk, now })
      }
      const lastId = ids.at(-1)
      const remaining = ids.length < limit ? 0 : await countRange(tx, { ...request, after: lastId })
      return { count: ids.length, lastId, remaining }
    },
  }
}

async function selectRange(tx: Transaction, request: RedeliverRangeRequest): Promise<readonly string[]> {
  const rows = await inRange(tx, request)
    .select('event_id')
    .orderBy('event_id')
    .limit(request.limit)
    .execute()
  return rows.map((row) => row.event_id)
}

function countRange(tx: Transaction, request: RedeliverRangeRequest): Promise<number> {
  return countAll(inRange(tx, request))
}

function inRange(
  tx: Transaction,
  { account, endpointId, range: { status, from, to }, after }: RedeliverRangeRequest,
) {
  const matching = queriesOf(tx)
    .selectFrom('deliveries')
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', status)
    .where('event_id', '>=', firstIdAt(from))
    .where('event_id', '<', firstIdAt(to + 1))
    .where('account_id', '=', account)
  return after === undefined ? matching : matching.where('event_id', '>', after)
}

interface RestartRequest {
  readonly account: AccountId
  readonly endpointId: string
  readonly ids: readonly string[]
  readonly now: number
}

async function restartSchedule(
  database: Database,
  tx: Transaction,
  { account, endpointId, ids, now }: RestartRequest,
): Promise<void> {
  await queriesOf(tx)
    .updateTable('deliveries')
    .set({
      status: 'pending',
      tries: 0,
      completed_at: null,
      // A delivery that is being attempted stays claimed: its request may already be on its way.
      due_at: sql<number>`case when claimed_by is not null and due_at > ${now} then due_at else ${now} end`,
    })
    .where('event_id', 'in', ids)
    .where('endpoint_id', '=', endpointId)
    .where('account_id', '=', account)
    .execute()
  database.afterCommit(tx, () => database.deliveryNotifier.notify([endpointId]))
}
