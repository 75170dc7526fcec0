import { sql } from 'kysely'
import { type AccountId, foldCase, type JsonValue, type Variable } from '#domain/index.ts'
import type { VariableStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { containsText } from '../list-queries.ts'
import type { Tables } from '../tables.ts'

export function variableStore(database: Database): VariableStore {
  return {
    async read(account, names) {
      let query = database.read
        .selectFrom('variables')
        .select(['name', 'value'])
        .where('account_id', '=', account)
        .orderBy('name')
      if (names !== 'all') query = query.where('name', 'in', [...names])
      const rows = names.length === 0 ? [] : await query.execute()
      return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as JsonValue]))
    },
    async names(account) {
      const rows = await database.read
        .selectFrom('variables')
        .select('name')
        .where('account_id', '=', account)
        .orderBy('name')
        .execute()
      return rows.map(({ name }) => name)
    },
    async list(account, search, { before, limit }) {
      let query = database.read
        .selectFrom('variables')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .limit(limit)
      if (search !== undefined && search !== '') {
        query = query.where(containsText('name_folded', foldCase(search)))
      }
      if (before !== undefined) query = query.where('id', '<', before)
      return (await query.execute()).map(toVariable)
    },
    async find(account, id) {
      const row = await database.read
        .selectFrom('variables')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && toVariable(row)
    },
    async lock(tx, account) {
      // SQLite runs transactions one after the other.
      if (!database.locksRows) return
      const name = `${account} variables`
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(queriesOf(tx))
    },
    async findIn(tx, account, by) {
      const row = await queriesOf(tx)
        .selectFrom('variables')
        .selectAll()
        .where('account_id', '=', account)
        .where('id' in by ? 'id' : 'name', '=', 'id' in by ? by.id : by.name)
        .executeTakeFirst()
      return row && toVariable(row)
    },
    async use(tx, account) {
      const row = await queriesOf(tx)
        .selectFrom('variables')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .select(sql<number | string | null>`sum(length(value))`.as('size'))
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow()
      return { count: Number(row.count), size: Number(row.size ?? 0) }
    },
    async insert(tx, variable) {
      await queriesOf(tx)
        .insertInto('variables')
        .values({
          id: variable.id,
          account_id: variable.accountId,
          created_at: variable.createdAt,
          ...columnsOf(variable),
        })
        .execute()
    },
    async update(tx, variable) {
      await queriesOf(tx)
        .updateTable('variables')
        .set(columnsOf(variable))
        .where('id', '=', variable.id)
        .where('account_id', '=', variable.accountId)
        .execute()
    },
    async delete(tx, account: AccountId, id) {
      await queriesOf(tx)
        .deleteFrom('variables')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .execute()
    },
  }
}

function columnsOf({ name, value, description, revision, updatedAt }: Variable) {
  return {
    name,
    name_folded: foldCase(name),
    value: JSON.stringify(value),
    description,
    revision,
    updated_at: updatedAt,
  }
}

function toVariable(row: Tables['variables']): Variable {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    value: JSON.parse(row.value) as JsonValue,
    description: row.description,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
