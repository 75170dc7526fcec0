import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from './database.ts'

/** Whoever reads a row in order to change it waits here for the one who was first, and then sees what that one wrote. */
export async function lockRow(
  database: Database,
  tx: Transaction,
  table: 'workflows' | 'forms' | 'executions' | 'webhook_endpoints',
  id: string,
): Promise<void> {
  if (!database.locksRows) return
  await queriesOf(tx).selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
}
