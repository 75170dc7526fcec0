import { IMPORTED_TYPE, type Integration } from '#domain/index.ts'
import type { IntegrationStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { countAll, pageOf } from '../list-queries.ts'
import type { Tables } from '../tables.ts'

export function integrationStore(database: Database): IntegrationStore {
  return {
    async insert(tx, integration) {
      await queriesOf(tx)
        .insertInto('integrations')
        .values({
          id: integration.id,
          account_id: integration.accountId,
          type: integration.type,
          name: integration.name,
          status: integration.status,
          credential_id: integration.credentialId,
          created_at: integration.createdAt,
          last_tested_at: integration.lastTestedAt,
        })
        .execute()
    },
    async list(account, page) {
      const matching = database.read.selectFrom('integrations').where('account_id', '=', account)
      const rows = await pageOf(matching, page).selectAll().orderBy('id', 'desc').execute()
      return { items: rows.map(toIntegration), total: await countAll(matching) }
    },
    async find(account, id) {
      const row = await database.read
        .selectFrom('integrations')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && toIntegration(row)
    },
    async delete(tx, account, id) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('integrations')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async deleteByCredential(tx, account, credentialId) {
      await queriesOf(tx)
        .updateTable('integrations')
        .set({ credential_id: null, status: 'untested' })
        .where('credential_id', '=', credentialId)
        .where('account_id', '=', account)
        .where('type', '=', IMPORTED_TYPE)
        .execute()
      await queriesOf(tx)
        .deleteFrom('integrations')
        .where('credential_id', '=', credentialId)
        .where('account_id', '=', account)
        .execute()
    },
    async recordTest(tx, account, id, { status, at }) {
      await queriesOf(tx)
        .updateTable('integrations')
        .set({ status, last_tested_at: at })
        .where('id', '=', id)
        .where('account_id', '=', account)
        .execute()
    },
  }
}

function toIntegration(row: Tables['integrations']): Integration {
  return {
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    name: row.name,
    status: row.status,
    credentialId: row.credential_id,
    createdAt: row.created_at,
    lastTestedAt: row.last_tested_at,
  }
}
