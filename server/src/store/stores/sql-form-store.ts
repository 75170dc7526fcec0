import type { FormSettings } from '@millrace/contract/form-settings.ts'
import type { FormField } from '@millrace/contract/form.ts'
import type { Form, JsonObject } from '#domain/index.ts'
import type { FormStore } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { countAll, pageOf } from '../list-queries.ts'
import { lockRow } from '../lock-row.ts'
import type { Tables } from '../tables.ts'

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
          settings: form.settings && JSON.stringify(form.settings),
          submission_count: 0,
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
    async findPublic(id) {
      const row = await database.read.selectFrom('forms').selectAll().where('id', '=', id).executeTakeFirst()
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
        .set({
          name: form.name,
          fields: JSON.stringify(form.fields),
          settings: form.settings && JSON.stringify(form.settings),
          updated_at: form.updatedAt,
        })
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
      await queriesOf(tx)
        .updateTable('forms')
        .set(({ eb }) => ({ submission_count: eb('submission_count', '+', 1) }))
        .where('id', '=', submission.formId)
        .where('account_id', '=', submission.accountId)
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
    settings: row.settings === null ? null : (JSON.parse(row.settings) as FormSettings),
    submissionCount: row.submission_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
