import type { Credential } from '#domain/index.ts'
import type { CredentialStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { countAll, pageOf } from '../list-queries.ts'
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
        })
        .execute()
    },
    async list(account, page) {
      const matching = database.read.selectFrom('credentials').where('account_id', '=', account)
      const rows = await pageOf(matching, page)
        .select(['id', 'account_id', 'name', 'type', 'allowed_hosts', 'created_at', 'last_used_at'])
        .orderBy('id', 'desc')
        .execute()
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
  }
}

function toCredential(row: Omit<Tables['credentials'], 'sealed_value'>): Credential {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    type: row.type,
    allowedHosts: row.allowed_hosts === null ? null : (JSON.parse(row.allowed_hosts) as string[]),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}
