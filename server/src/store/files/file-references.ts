import { type AccountId, fileIdsInText } from '#domain/index.ts'
import type { FileHolder, Transaction } from '#ports/index.ts'
import { type Database, type Queries, queriesOf } from '../database.ts'
import { chunksOf } from '../chunks-of.ts'

/** Something that keeps files alive, with the JSON texts in which it refers to them. */
export interface ReferringRow {
  readonly accountId: AccountId
  readonly holder: FileHolder
  readonly holderId: string
  readonly texts: readonly string[]
}

/**
 * Keeps the files that JSON texts refer to, in the transaction that stores the texts. Ids of other accounts are ignored.
 *
 * The row of a file is changed before the reference is written: this waits for a transaction that deletes the file or releases
 * it, and such a transaction waits for this one.
 */
export async function referToFiles(
  tx: Transaction,
  { accountId, holder, holderId, texts }: ReferringRow,
): Promise<void> {
  const all = [...new Set(texts.flatMap(fileIdsInText))].toSorted()
  for (const ids of chunksOf(all)) {
    const found = await queriesOf(tx)
      .updateTable('files')
      .set({ is_referenced: 1 })
      .where('id', 'in', ids)
      .where('account_id', '=', accountId)
      .returning('id')
      .execute()
    if (found.length === 0) continue
    await queriesOf(tx)
      .insertInto('file_references')
      .values(found.map(({ id }) => ({ holder_id: holderId, file_id: id, holder })))
      .onConflict((conflict) => conflict.columns(['holder_id', 'file_id']).doNothing())
      .execute()
  }
}

/** Drops all references of holders that are deleted in this transaction, or whose texts change. */
export async function releaseFiles(
  database: Database,
  tx: Transaction,
  holderIds: readonly string[],
): Promise<void> {
  if (holderIds.length === 0) return
  const queries = queriesOf(tx)
  const held = await queries
    .selectFrom('file_references')
    .select('file_id')
    .distinct()
    .where('holder_id', 'in', holderIds)
    .orderBy('file_id')
    .execute()
  if (held.length === 0) return
  const parts = [...chunksOf(held.map((row) => row.file_id))]
  for (const ids of parts) await lockFiles(database, queries, ids)
  await queries.deleteFrom('file_references').where('holder_id', 'in', holderIds).execute()
  for (const ids of parts) await markUnreferenced(queries, ids)
}

async function markUnreferenced(queries: Queries, ids: readonly string[]): Promise<void> {
  await queries
    .updateTable('files')
    .set({ is_referenced: 0 })
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('file_references')
            .select('file_references.file_id')
            .whereRef('file_references.file_id', '=', 'files.id'),
        ),
      ),
    )
    .execute()
}

/** Of two holders that release the same file at the same time, the second one must see that the first is gone. */
async function lockFiles(database: Database, queries: Queries, ids: readonly string[]): Promise<void> {
  if (!database.locksRows) return
  await queries.selectFrom('files').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}
