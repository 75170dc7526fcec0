import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from './database.ts'

/** Locks a row until `tx` ends. Waits for an earlier transaction that holds it, and then sees what that one wrote. */
export async function lockRow(
  database: Database,
  tx: Transaction,
  table: 'workflows' | 'forms' | 'executions' | 'webhook_endpoints' | 'bulk_runs',
  id: string,
): Promise<void> {
  if (!database.locksRows) return
  await queriesOf(tx).selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
}
