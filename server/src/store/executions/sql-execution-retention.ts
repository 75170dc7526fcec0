import { firstIdAt } from '#domain/index.ts'
import type { ExecutionRetention, Transaction } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import { releaseFiles } from '../files/file-references.ts'
import { dropWaitsAndSignals } from './waits/drop-waits-and-signals.ts'

export function executionRetention(database: Database): ExecutionRetention {
  return {
    async deleteEnded(before, limit) {
      // Not durable: rows that reappear after a power failure are deleted again, and deleting must also work when the
      // disk is full.
      const deleted = await database.write((tx) => deleteOldest(database, tx, before, limit), {
        durable: false,
      })
      if (deleted > 0) await database.releaseSpace()
      return deleted
    },
  }
}

async function deleteOldest(
  database: Database,
  tx: Transaction,
  before: number,
  limit: number,
): Promise<number> {
  const ended = selectOldestEnded(queriesOf(tx), before, limit)
  const rows = await (database.locksRows ? ended.forUpdate().skipLocked() : ended).execute()
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  await queriesOf(tx).deleteFrom('execution_journal').where('execution_id', 'in', ids).execute()
  await dropWaitsAndSignals(tx, ids)
  await releaseFiles(database, tx, ids)
  await queriesOf(tx).deleteFrom('executions').where('id', 'in', ids).execute()
  return ids.length
}

/** Ids contain the start time, so this reads only the oldest rows, plus the few of them that are still open. */
export function selectOldestEnded(queries: Queries, before: number, limit: number) {
  return queries
    .selectFrom('executions')
    .select('id')
    .where('id', '<', firstIdAt(before))
    .where('completed_at', '<', before)
    .orderBy('id')
    .limit(limit)
}
