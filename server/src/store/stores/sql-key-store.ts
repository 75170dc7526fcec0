import type { Scope } from '@millrace/contract/scopes.ts'
import type { ApiKey } from '#domain/index.ts'
import type { KeyStore, Transaction } from '#ports/index.ts'
import { increaseAccessVersion, toAccount } from './sql-account-store.ts'
import { type Database, queriesOf } from '../database.ts'
import type { Tables } from '../tables.ts'

export function keyStore(database: Database): KeyStore {
  return {
    async insert(tx, key, digest) {
      await queriesOf(tx)
        .insertInto('api_keys')
        .values({
          id: key.id,
          account_id: key.accountId,
          name: key.name,
          digest,
          prefix: key.prefix,
          scopes: JSON.stringify(key.scopes),
          created_at: key.createdAt,
          expires_at: key.expiresAt,
          last_used_at: key.lastUsedAt,
          revoked_at: key.revokedAt,
        })
        .execute()
    },
    async findByDigest(digest) {
      // In one statement: an access version that is newer than the key would hide a revocation between two reads for ever.
      const row = await database.read
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .selectAll('api_keys')
        .select([
          'accounts.name as account_name',
          'accounts.plan',
          'accounts.access_version',
          'accounts.created_at as account_created_at',
        ])
        .where('api_keys.digest', '=', digest)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { account_id: id, account_name: name, plan, access_version, account_created_at: created_at } = row
      return { key: toKey(row), account: toAccount({ id, name, plan, access_version, created_at }) }
    },
    async list(account) {
      const rows = await database.read
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toKey)
    },
    async revoke(tx, account, id, at) {
      const queries = queriesOf(tx)
      const { numUpdatedRows } = await queries
        .updateTable('api_keys')
        .set({ revoked_at: at })
        .where('account_id', '=', account)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await increaseAccessVersion(tx, account)
      const row = await queries
        .selectFrom('api_keys')
        .selectAll()
        .where('account_id', '=', account)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toKey(row)
    },
    async recordUses(uses) {
      if (uses.size === 0) return
      const record = async (tx: Transaction) => {
        for (const [id, at] of uses) {
          await queriesOf(tx)
            .updateTable('api_keys')
            .set({ last_used_at: at })
            .where('id', '=', id)
            .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
            .execute()
        }
      }
      await database.write(record, { durable: false })
    },
  }
}

function toKey(row: Tables['api_keys']): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    scopes: JSON.parse(row.scopes) as Scope[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
