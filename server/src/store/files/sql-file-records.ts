import type { AccountId, StoredFile } from '#domain/index.ts'
import type { FileRecords, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

export function fileRecords(database: Database): FileRecords {
  return {
    async announceContent(contentId, dueAt) {
      await database.write((tx) => scheduleRemoval(tx, contentId, dueAt))
    },
    postponeRemoval: (contentId, dueAt) =>
      database.write(async (tx) => {
        const row = await queriesOf(tx)
          .updateTable('file_removals')
          .set({ due_at: dueAt })
          .where('content_id', '=', contentId)
          .where('is_begun', '=', 0)
          .returning('content_id')
          .executeTakeFirst()
        return row !== undefined
      }),
    async removeSoon(now, contentIds) {
      await database.write(async (tx) => {
        let update = queriesOf(tx).updateTable('file_removals').set({ due_at: now }).where('due_at', '>', now)
        if (contentIds !== undefined) update = update.where('content_id', 'in', contentIds)
        await update.execute()
      })
    },
    insert: (tx, { file, maxAccountBytes }) => insertFile(tx, file, maxAccountBytes),
    async find(account, id, tx) {
      const found = (tx === undefined ? database.read : queriesOf(tx))
        .selectFrom('files')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
      const isLocked = tx !== undefined && database.locksRows
      const row = await (isLocked ? found.forUpdate() : found).executeTakeFirst()
      return row && toFile(row)
    },
    async delete(tx, account, id) {
      const found = queriesOf(tx)
        .selectFrom('files')
        .select(['content_id', 'size', 'is_referenced'])
        .where('id', '=', id)
        .where('account_id', '=', account)
      const row = await (database.locksRows ? found.forUpdate() : found).executeTakeFirst()
      if (row === undefined) return undefined
      if (row.is_referenced === 1) return 'referenced'
      await queriesOf(tx).deleteFrom('files').where('id', '=', id).execute()
      await countFiles(tx, account, { files: -1, bytes: -row.size })
      await dropUnusedContents(database, tx, [row.content_id])
      return 'deleted'
    },
    async usage(account) {
      const row = await database.read
        .selectFrom('file_usage')
        .select(['files', 'bytes'])
        .where('account_id', '=', account)
        .executeTakeFirst()
      return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
    },
    deleteUnreferenced: (before, limit) =>
      database.write((tx) => deleteUnreferenced(database, tx, before, limit)),
    takeRemovable: (now, retryAt, limit) =>
      database.write(async (tx) => {
        const due = queriesOf(tx)
          .selectFrom('file_removals')
          .select('content_id')
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(limit)
        const rows = await (database.locksRows ? due.forUpdate().skipLocked() : due).execute()
        const ids = rows.map((row) => row.content_id)
        if (ids.length > 0) {
          await queriesOf(tx)
            .updateTable('file_removals')
            .set({ is_begun: 1, due_at: retryAt })
            .where('content_id', 'in', ids)
            .execute()
        }
        return ids
      }),
    async forgetRemoved(contentIds) {
      if (contentIds.length === 0) return
      await database.write(async (tx) => {
        await queriesOf(tx).deleteFrom('file_removals').where('content_id', 'in', contentIds).execute()
      })
    },
  }
}

async function insertFile(
  tx: Transaction,
  file: StoredFile,
  maxAccountBytes: number,
): Promise<StoredFile | 'full' | 'lost'> {
  const queries = queriesOf(tx)
  const announced = await queries
    .deleteFrom('file_removals')
    .where('content_id', '=', file.contentId)
    .where('is_begun', '=', 0)
    .returning('content_id')
    .executeTakeFirst()
  if (announced === undefined) return 'lost'
  const { bytes } = await countFiles(tx, file.accountId, { files: 1, bytes: file.size })
  if (bytes > maxAccountBytes) {
    await countFiles(tx, file.accountId, { files: -1, bytes: -file.size })
    await scheduleRemoval(tx, file.contentId, file.createdAt)
    return 'full'
  }
  // Locks the content if it is there already: a transaction that drops it waits for this one, and this one for it.
  const { id: contentId } = await queries
    .insertInto('file_contents')
    .values({ id: file.contentId, sha256: file.sha256, size: file.size })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ size: file.size }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (contentId !== file.contentId) await scheduleRemoval(tx, file.contentId, file.createdAt)
  const stored = { ...file, contentId }
  await queries
    .insertInto('files')
    .values({
      id: stored.id,
      account_id: stored.accountId,
      content_id: contentId,
      name: stored.name,
      media_type: stored.mediaType,
      size: stored.size,
      sha256: stored.sha256,
      created_at: stored.createdAt,
      is_referenced: 0,
    })
    .execute()
  return stored
}

async function scheduleRemoval(tx: Transaction, contentId: string, dueAt: number): Promise<void> {
  await queriesOf(tx)
    .insertInto('file_removals')
    .values({ content_id: contentId, due_at: dueAt, is_begun: 0 })
    .execute()
}

async function countFiles(
  tx: Transaction,
  account: AccountId,
  change: { readonly files: number; readonly bytes: number },
): Promise<{ readonly bytes: number }> {
  return queriesOf(tx)
    .insertInto('file_usage')
    .values({ account_id: account, ...change })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(({ eb, ref }) => ({
        files: eb(ref('file_usage.files'), '+', change.files),
        bytes: eb(ref('file_usage.bytes'), '+', change.bytes),
      })),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow()
}

async function deleteUnreferenced(
  database: Database,
  tx: Transaction,
  before: number,
  limit: number,
): Promise<number> {
  const unused = queriesOf(tx)
    .selectFrom('files')
    .select('id')
    .where('is_referenced', '=', 0)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
  const rows = await (database.locksRows ? unused.forUpdate().skipLocked() : unused).execute()
  if (rows.length === 0) return 0
  const deleted = await queriesOf(tx)
    .deleteFrom('files')
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .returning(['account_id', 'content_id', 'size'])
    .execute()
  for (const [account, files] of Map.groupBy(deleted, (row) => row.account_id)) {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    await countFiles(tx, account, { files: -files.length, bytes: -bytes })
  }
  await dropUnusedContents(database, tx, [...new Set(deleted.map((row) => row.content_id))])
  return deleted.length
}

/** Drops contents that no file has any more, in this transaction; they are removed from the file store after it. */
async function dropUnusedContents(
  database: Database,
  tx: Transaction,
  contentIds: readonly string[],
): Promise<void> {
  const queries = queriesOf(tx)
  if (database.locksRows) {
    // A new file may be about to share the content. Its transaction has to end before this one looks for files.
    await queries
      .selectFrom('file_contents')
      .select('id')
      .where('id', 'in', contentIds)
      .orderBy('id')
      .forUpdate()
      .execute()
  }
  const dropped = await queries
    .deleteFrom('file_contents')
    .where('id', 'in', contentIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('files').select('files.id').whereRef('files.content_id', '=', 'file_contents.id')),
      ),
    )
    .returning('id')
    .execute()
  for (const { id } of dropped) await scheduleRemoval(tx, id, 0)
}

function toFile(row: Tables['files']): StoredFile {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    mediaType: row.media_type,
    size: row.size,
    sha256: row.sha256,
    contentId: row.content_id,
    createdAt: row.created_at,
  }
}
