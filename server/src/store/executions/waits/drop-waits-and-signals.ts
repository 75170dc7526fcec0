import type { Transaction } from '#ports/index.ts'
import { queriesOf } from '../../database.ts'

/** Deletes the waits and signals of ended executions. */
export async function dropWaitsAndSignals(tx: Transaction, executionIds: readonly string[]): Promise<void> {
  await queriesOf(tx).deleteFrom('execution_waits').where('execution_id', 'in', executionIds).execute()
  await queriesOf(tx).deleteFrom('execution_signals').where('execution_id', 'in', executionIds).execute()
}
