import { foldCase, type User } from '#domain/index.ts'
import type { UserStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'
import { increaseAccessVersion } from './sql-account-store.ts'

export function userStore(database: Database): UserStore {
  return {
    async insert(tx, user) {
      const { numInsertedOrUpdatedRows } = await queriesOf(tx)
        .insertInto('users')
        .values({
          id: user.id,
          account_id: user.accountId,
          email: user.email,
          email_folded: foldCase(user.email),
          name: user.name,
          role: user.role,
          password_hash: user.passwordHash,
          created_at: user.createdAt,
        })
        .onConflict((conflict) => conflict.column('email_folded').doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async findByEmail(email) {
      const row = await database.read
        .selectFrom('users')
        .selectAll()
        .where('email_folded', '=', foldCase(email))
        .executeTakeFirst()
      return row && toUser(row)
    },
    async find(account, id) {
      const row = await database.read
        .selectFrom('users')
        .selectAll()
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toUser(row)
    },
    async list(account, tx) {
      const queries = tx === undefined ? database.read : queriesOf(tx)
      const users = queries.selectFrom('users').selectAll().where('account_id', '=', account).orderBy('id')
      const rows = await (tx !== undefined && database.locksRows ? users.forUpdate() : users).execute()
      return rows.map(toUser)
    },
    async any(tx) {
      const queries = tx === undefined ? database.read : queriesOf(tx)
      const row = await queries.selectFrom('users').select('id').limit(1).executeTakeFirst()
      return row !== undefined
    },
    async setRole(tx, account, id, role) {
      const { numUpdatedRows } = await queriesOf(tx)
        .updateTable('users')
        .set({ role })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await increaseAccessVersion(tx, account)
      return true
    },
    async lockWithPassword(tx, account, id, passwordHash) {
      const user = queriesOf(tx)
        .selectFrom('users')
        .select('id')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .where('password_hash', '=', passwordHash)
      // PostgreSQL compares again after it has waited for the row.
      const row = await (database.locksRows ? user.forUpdate() : user).executeTakeFirst()
      return row !== undefined
    },
    async setPassword(tx, account, id, passwordHash) {
      const { numUpdatedRows } = await queriesOf(tx)
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async delete(tx, account, id) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('users')
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await increaseAccessVersion(tx, account)
      return true
    },
  }
}

function toUser(row: Tables['users']): User {
  return {
    id: row.id,
    accountId: row.account_id,
    email: row.email,
    name: row.name,
    role: row.role,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
  }
}
