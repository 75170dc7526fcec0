import type { ExecutionFilter } from '@millrace/contract/execution-list.ts'
import { foldCase, type SavedFilter } from '#domain/index.ts'
import type { SavedFilterStore } from '#ports/index.ts'
import { sql } from 'kysely'
import { type Database, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

export function savedFilterStore(database: Database): SavedFilterStore {
  return {
    async list(userId) {
      const rows = await database.read
        .selectFrom('saved_filters')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('name_folded')
        .execute()
      return rows.map(toSavedFilter)
    },
    async find(userId, id) {
      const row = await database.read
        .selectFrom('saved_filters')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toSavedFilter(row)
    },
    async insert(tx, filter, limit) {
      const queries = queriesOf(tx)
      const { saved } = await queries
        .selectFrom('saved_filters')
        .select(({ fn }) => fn.countAll<number | string>().as('saved'))
        .where('user_id', '=', filter.userId)
        .executeTakeFirstOrThrow()
      if (Number(saved) >= limit) return 'full'
      const row = await queries
        .insertInto('saved_filters')
        .values({
          id: filter.id,
          account_id: filter.accountId,
          user_id: filter.userId,
          name: filter.name,
          name_folded: foldCase(filter.name),
          filter: JSON.stringify(filter.filter),
          created_at: filter.createdAt,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'name_folded']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return row === undefined ? 'name_taken' : 'inserted'
    },
    async update(tx, { id, userId, name, filter }) {
      const folded = foldCase(name)
      const row = await queriesOf(tx)
        .updateTable('saved_filters')
        .set({ name, name_folded: folded, filter: JSON.stringify(filter) })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where(
          sql<boolean>`not exists (select 1 from saved_filters as other
            where other.user_id = ${userId} and other.name_folded = ${folded} and other.id <> ${id})`,
        )
        .returning('id')
        .executeTakeFirst()
      return row === undefined ? 'name_taken' : 'updated'
    },
    async delete(tx, userId, id) {
      const row = await queriesOf(tx)
        .deleteFrom('saved_filters')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function toSavedFilter(row: Tables['saved_filters']): SavedFilter {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    name: row.name,
    filter: JSON.parse(row.filter) as ExecutionFilter,
    createdAt: row.created_at,
  }
}
