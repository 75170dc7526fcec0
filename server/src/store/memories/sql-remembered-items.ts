import { sql } from 'kysely'
import type { RememberedItems } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'

/** Memories per batch: many are small. */
const MEMORIES = 100

export function rememberedItems(database: Database): RememberedItems {
  return {
    // Not durable: rows that reappear after a power failure are deleted again.
    deleteForgotten: (limit) =>
      database.write(
        async (tx) => {
          const queries = queriesOf(tx)
          // Read once: while this runs, others may be forgotten.
          const forgotten = queries
            .selectFrom('forgotten_memories')
            .select('memory')
            .orderBy('memory')
            .limit(MEMORIES)
          // Two processes that delete the same rows could wait for each other.
          const rows = await (database.locksRows ? forgotten.forUpdate().skipLocked() : forgotten).execute()
          if (rows.length === 0) return false
          const memories = rows.map(({ memory }) => memory)
          const { numAffectedRows = 0n } = await sql`delete from remembered_items where (memory, item) in (
            select memory, item from remembered_items where memory in (${sql.join(memories)})
            limit ${limit})`.execute(queries)
          if (numAffectedRows < BigInt(limit)) {
            await queries.deleteFrom('forgotten_memories').where('memory', 'in', memories).execute()
          }
          return true
        },
        { durable: false },
      ),
  }
}
