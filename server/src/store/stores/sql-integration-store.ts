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
          last_error: integration.lastError,
        })
        .execute()
    },
    async list(account, page) {
      const matching = database.read.selectFrom('integrations').where('account_id', '=', account)
      const rows = await pageOf(matching, page).selectAll().orderBy('id', 'desc').execute()
      return { items: rows.map(toIntegration), total: await countAll(matching) }
    },
    async find(account, id, tx) {
      const row = await (tx === undefined ? database.read : queriesOf(tx))
        .selectFrom('integrations')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && toIntegration(row)
    },
    async listByCredential(account, credentialId) {
      const rows = await database.read
        .selectFrom('integrations')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toIntegration)
    },
    async update(tx, integration) {
      await queriesOf(tx)
        .updateTable('integrations')
        .set({
          name: integration.name,
          credential_id: integration.credentialId,
          status: integration.status,
          last_error: integration.lastError,
        })
        .where('id', '=', integration.id)
        .where('account_id', '=', integration.accountId)
        .execute()
    },
    async delete(tx, account, id) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('integrations')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async deleteByCredential(tx, account, { id: credentialId, error }) {
      await queriesOf(tx)
        .updateTable('integrations')
        .set({ credential_id: null, status: 'error', last_error: error })
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
    async resetTests(tx, account, credentialId) {
      await queriesOf(tx)
        .updateTable('integrations')
        .set({ status: 'untested', last_error: null })
        .where('credential_id', '=', credentialId)
        .where('account_id', '=', account)
        .execute()
    },
    async recordTest(tx, account, id, { status, at, error }) {
      await queriesOf(tx)
        .updateTable('integrations')
        .set({ status, last_tested_at: at, last_error: error })
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
    lastError: row.last_error,
  }
}
