import { sql } from 'kysely'
import type { StateStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { releaseFiles } from '../files/file-references.ts'
import { startsWithText } from '../list-queries.ts'
import { forgetMemories } from '../memories/forget-memories.ts'
import { toEntry, useState } from './use-state.ts'

/** Longer values are shown by their beginning. */
const PREVIEW_LENGTH = 160

export function stateStore(database: Database): StateStore {
  return {
    async use(tx, use) {
      await useState(database, tx, use)
    },
    async find({ accountId, scope, key }, at) {
      const row = await database.read
        .selectFrom('state_entries')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
        .executeTakeFirst()
      if (row === undefined) return undefined
      if (row.kind === 'value') return { entry: toEntry(row), remembered: 0 }
      const { count } = await database.read
        .selectFrom('remembered_items')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('memory', '=', row.memory)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
        .executeTakeFirstOrThrow()
      return { entry: toEntry(row), remembered: Number(count) }
    },
    async list(account, { scope, prefix, at }, { before, limit }) {
      let query = database.read
        .selectFrom('state_entries')
        .select(['id', 'account_id', 'scope', 'key', 'kind', 'revision'])
        .select(['created_at', 'updated_at', 'expires_at'])
        .select(sql<string>`substr(value, 1, ${sql.lit(PREVIEW_LENGTH)})`.as('preview'))
        .where('account_id', '=', account)
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
        .orderBy('id', 'desc')
        .limit(limit)
      if (scope !== undefined) query = query.where('scope', '=', scope)
      if (prefix !== undefined) query = query.where(startsWithText('key', prefix))
      if (before !== undefined) query = query.where('id', '<', before)
      const rows = await query.execute()
      return rows.map((row) => ({
        id: row.id,
        accountId: row.account_id,
        scope: row.scope,
        key: row.key,
        kind: row.kind,
        revision: row.revision,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        expiresAt: row.expires_at,
        preview: row.preview,
      }))
    },
    deleteExpired: (before, limit) =>
      database.write(async (tx) => {
        const expired = await queriesOf(tx)
          .selectFrom('state_entries')
          .select('id')
          .where('expires_at', '<=', before)
          .limit(limit)
          .execute()
        const ids = expired.map(({ id }) => id)
        if (ids.length > 0) {
          const deleted = await queriesOf(tx)
            .deleteFrom('state_entries')
            .where('id', 'in', ids)
            .returning('memory')
            .execute()
          await forgetMemories(tx, deleted)
          await releaseFiles(database, tx, ids)
        }
        const { numAffectedRows = 0n } = await sql`delete from remembered_items where (memory, item) in (
            select memory, item from remembered_items where expires_at <= ${before} limit ${limit})`.execute(
          queriesOf(tx),
        )
        return Math.max(ids.length, Number(numAffectedRows))
      }),
  }
}
