import { firstIdAt } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

export async function pruneEvents(database: Database, before: number, limit: number): Promise<number> {
  // Not durable: rows that reappear after a power failure are deleted again, and deleting must also work when the disk is
  // full.
  const deleted = await database.write((tx) => deleteOldest(tx, before, limit), { durable: false })
  if (deleted > 0) await database.releaseSpace()
  return deleted
}

/** Ids contain the time, so this reads only the oldest rows. */
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
