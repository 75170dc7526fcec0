import type { AccountId } from '#domain/index.ts'
import type { Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { releaseFiles } from '../files/file-references.ts'
import { forgetMemories } from '../memories/forget-memories.ts'

/** Forgets everything in a scope: its workflow is deleted. */
export async function deleteStateOf(
  database: Database,
  tx: Transaction,
  account: AccountId,
  scope: string,
): Promise<void> {
  const deleted = await queriesOf(tx)
    .deleteFrom('state_entries')
    .where('account_id', '=', account)
    .where('scope', '=', scope)
    .returning(['id', 'memory'])
    .execute()
  await forgetMemories(tx, deleted)
  await releaseFiles(
    database,
    tx,
    deleted.map(({ id }) => id),
  )
}
