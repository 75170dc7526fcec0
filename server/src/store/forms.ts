import type { FormField } from '@millrace/contract/form.ts'
import type { Form } from '#domain/form.ts'
import type { JsonObject } from '#domain/json.ts'
import type { FormStore } from '#ports/form-store.ts'
import { type Database, queriesOf } from './database.ts'
import { countAll, pageOf } from './list-queries.ts'
import { lockRow } from './lock-row.ts'
import type { Tables } from './tables.ts'

export function formStore(database: Database): FormStore {
  return {
    async insert(tx, form) {
      await queriesOf(tx)
        .insertInto('forms')
        .values({
          id: form.id,
          account_id: form.accountId,
          name: form.name,
          fields: JSON.stringify(form.fields),
          created_at: form.createdAt,
          updated_at: form.updatedAt,
        })
        .execute()
    },
    async find(account, id, tx) {
      const queries = tx === undefined ? database.read : queriesOf(tx)
      if (tx !== undefined) await lockRow(database, tx, 'forms', id)
      const row = await queries
        .selectFrom('forms')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && toForm(row)
    },
    async list(account, page) {
      const matching = database.read.selectFrom('forms').where('account_id', '=', account)
      const rows = await pageOf(matching, page).selectAll().orderBy('id', 'desc').execute()
      return { items: rows.map(toForm), total: await countAll(matching) }
    },
    async update(tx, form) {
      const { numUpdatedRows } = await queriesOf(tx)
        .updateTable('forms')
        .set({ name: form.name, fields: JSON.stringify(form.fields), updated_at: form.updatedAt })
        .where('id', '=', form.id)
        .where('account_id', '=', form.accountId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async delete(tx, account, id) {
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('forms')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async insertSubmission(tx, submission) {
      await queriesOf(tx)
        .insertInto('submissions')
        .values({
          id: submission.id,
          account_id: submission.accountId,
          form_id: submission.formId,
          data: JSON.stringify(submission.data),
          created_at: submission.createdAt,
        })
        .execute()
    },
    async listSubmissions(account, formId, cursor) {
      let matching = database.read
        .selectFrom('submissions')
        .selectAll()
        .where('form_id', '=', formId)
        .where('account_id', '=', account)
      if (cursor.before !== undefined) matching = matching.where('id', '<', cursor.before)
      const rows = await matching.orderBy('id', 'desc').limit(cursor.limit).execute()
      return rows.map((row) => ({
        id: row.id,
        accountId: row.account_id,
        formId: row.form_id,
        data: JSON.parse(row.data) as JsonObject,
        createdAt: row.created_at,
      }))
    },
  }
}

function toForm(row: Tables['forms']): Form {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    fields: JSON.parse(row.fields) as FormField[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
