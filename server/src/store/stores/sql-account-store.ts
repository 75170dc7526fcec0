import { sql } from 'kysely'
import type { AccountStore, Transaction } from '#ports/index.ts'
import type { Account, AccountId } from '#domain/index.ts'
import { type Database, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

/** An arbitrary number that must be the same in every version of the program. */
const FIRST_ACCOUNT_LOCK = 7_446_372_107

export function accountStore(database: Database): AccountStore {
  return {
    async insert(tx, account) {
      await queriesOf(tx)
        .insertInto('accounts')
        .values({
          id: account.id,
          name: account.name,
          plan: account.plan,
          access_version: account.accessVersion,
          created_at: account.createdAt,
        })
        .execute()
    },
    async first(tx) {
      const queries = queriesOf(tx)
      // An advisory lock, because there may be no row to lock yet.
      if (database.locksRows) await sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`.execute(queries)
      const row = await queries.selectFrom('accounts').selectAll().orderBy('id').limit(1).executeTakeFirst()
      return row && toAccount(row)
    },
    async find(id) {
      const row = await database.read
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toAccount(row)
    },
    async accessVersions(ids) {
      if (ids.length === 0) return new Map()
      const rows = await database.read
        .selectFrom('accounts')
        .select(['id', 'access_version'])
        .where('id', 'in', ids)
        .execute()
      return new Map(rows.map((row) => [row.id, row.access_version]))
    },
    async list() {
      const rows = await database.read.selectFrom('accounts').selectAll().orderBy('id').execute()
      return rows.map(toAccount)
    },
    async setPlan(tx, id, plan) {
      const { numUpdatedRows } = await queriesOf(tx)
        .updateTable('accounts')
        .set((eb) => ({ plan, access_version: eb('access_version', '+', 1) }))
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** For every change after which somebody may do less than before. Late in a transaction: everybody who signs out waits for the row. */
export async function increaseAccessVersion(tx: Transaction, account: AccountId): Promise<void> {
  await queriesOf(tx)
    .updateTable('accounts')
    .set((eb) => ({ access_version: eb('access_version', '+', 1) }))
    .where('id', '=', account)
    .execute()
}

export function toAccount(row: Tables['accounts']): Account {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    accessVersion: row.access_version,
    createdAt: row.created_at,
  }
}
