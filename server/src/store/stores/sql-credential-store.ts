import { type Credential, foldCase } from '#domain/index.ts'
import type { CredentialStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { containsText, countAll, pageOf } from '../list-queries.ts'
import type { Tables } from '../tables.ts'

export function credentialStore(database: Database): CredentialStore {
  return {
    async insert(tx, credential) {
      await queriesOf(tx)
        .insertInto('credentials')
        .values({
          id: credential.id,
          account_id: credential.accountId,
          name: credential.name,
          type: credential.type,
          allowed_hosts: credential.allowedHosts && JSON.stringify(credential.allowedHosts),
          sealed_value: credential.sealedValue,
          created_at: credential.createdAt,
          last_used_at: credential.lastUsedAt,
          name_folded: foldCase(credential.name),
          status: credential.status,
          last_error: credential.lastError?.message ?? null,
          last_error_at: credential.lastError?.at ?? null,
          value_changed_at: credential.valueChangedAt,
        })
        .execute()
    },
    async list(account, page, { search, type, status } = {}) {
      let matching = database.read.selectFrom('credentials').where('account_id', '=', account)
      if (search !== undefined && search !== '')
        matching = matching.where(containsText('name_folded', foldCase(search)))
      if (type !== undefined) matching = matching.where('type', '=', type)
      if (status !== undefined) matching = matching.where('status', '=', status)
      const rows = await pageOf(matching, page).select(COLUMNS).orderBy('id', 'desc').execute()
      return { items: rows.map(toCredential), total: await countAll(matching) }
    },
    async find(account, id, tx) {
      const queries = tx === undefined ? database.read : queriesOf(tx)
      const row = await queries
        .selectFrom('credentials')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && { ...toCredential(row), sealedValue: row.sealed_value }
    },
    async update(tx, account, id, { name, allowedHosts, value }) {
      const columns = {
        ...(name === undefined ? {} : { name, name_folded: foldCase(name) }),
        ...(allowedHosts === undefined
          ? {}
          : { allowed_hosts: allowedHosts && JSON.stringify(allowedHosts) }),
        ...(value === undefined
          ? {}
          : {
              sealed_value: value.sealed,
              value_changed_at: value.at,
              status: 'untested' as const,
              last_error: null,
              last_error_at: null,
            }),
      }
      const queries = queriesOf(tx)
      if (Object.keys(columns).length > 0) {
        await queries
          .updateTable('credentials')
          .set(columns)
          .where('id', '=', id)
          .where('account_id', '=', account)
          .execute()
      }
      const row = await queries
        .selectFrom('credentials')
        .select(COLUMNS)
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && toCredential(row)
    },
    async delete(tx, account, id) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('credentials')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async recordUse(tx, account, id, at) {
      await queriesOf(tx)
        .updateTable('credentials')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where('account_id', '=', account)
        .execute()
    },
    async recordResult(tx, account, id, { valueChangedAt, error, at }) {
      await queriesOf(tx)
        .updateTable('credentials')
        .set(
          error === null
            ? { status: 'working', last_error: null, last_error_at: null }
            : { status: 'failing', last_error: error, last_error_at: at },
        )
        .where('id', '=', id)
        .where('account_id', '=', account)
        .where('value_changed_at', '=', valueChangedAt)
        .execute()
    },
  }
}

const COLUMNS = [
  'id',
  'account_id',
  'name',
  'type',
  'allowed_hosts',
  'created_at',
  'last_used_at',
  'status',
  'last_error',
  'last_error_at',
  'value_changed_at',
] as const

function toCredential(row: Pick<Tables['credentials'], (typeof COLUMNS)[number]>): Credential {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    type: row.type,
    allowedHosts: row.allowed_hosts === null ? null : (JSON.parse(row.allowed_hosts) as string[]),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    status: row.status,
    lastError:
      row.last_error === null || row.last_error_at === null
        ? null
        : { message: row.last_error, at: row.last_error_at },
    valueChangedAt: row.value_changed_at,
  }
}
