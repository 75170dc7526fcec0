import { firstIdAt } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

export async function pruneEvents(database: Database, before: number, limit: number): Promise<number> {
  // Not durable: what comes back after a loss of power is deleted again, and a full disk must not keep it from being
  // emptied.
  const deleted = await database.write((tx) => deleteOldest(tx, before, limit), { durable: false })
  if (deleted > 0) await database.giveBackSpace()
  return deleted
}

/** Ids carry the time, so this reads the oldest rows and no others. */
async function deleteOldest(tx: Transaction, before: number, limit: number): Promise<number> {
  const queries = queriesOf(tx)
  const rows = await queries
    .selectFrom('events')
    .select('id')
    .where('id', '<', firstIdAt(before))
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  await queries.deleteFrom('delivery_attempts').where('event_id', 'in', ids).execute()
  await queries.deleteFrom('deliveries').where('event_id', 'in', ids).execute()
  await queries.deleteFrom('events').where('id', 'in', ids).execute()
  return ids.length
}
