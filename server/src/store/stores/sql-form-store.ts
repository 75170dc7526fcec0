import type { FormSettings } from '@millrace/contract/form-settings.ts'
import type { FormField } from '@millrace/contract/form.ts'
import {
  type AccountId,
  foldCase,
  type Form,
  type FormVersion,
  type JsonObject,
  type Submission,
} from '#domain/index.ts'
import type { FormStore, Transaction } from '#ports/index.ts'
import { type Database, queriesOf } from '../database.ts'
import { referToFiles, releaseFiles } from '../files/file-references.ts'
import { chunksOf } from '../chunks-of.ts'
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
          version: form.version,
          revision: form.revision,
        })
        .execute()
      await insertVersion(tx, form)
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
    async list(account, { search }, page) {
      let matching = database.read.selectFrom('forms').where('account_id', '=', account)
      if (search !== undefined) {
        // Folding case for every script is beyond SQLite. An account has few forms, and their names are short.
        const named = await matching.select(['id', 'name']).orderBy('id', 'desc').execute()
        const wanted = foldCase(search)
        const ids = named.filter(({ name }) => foldCase(name).includes(wanted)).map(({ id }) => id)
        const first = (page.page - 1) * page.limit
        const shown = ids.slice(first, first + page.limit)
        if (shown.length === 0) return { items: [], total: ids.length }
        matching = matching.where('id', 'in', shown)
        const rows = await matching.selectAll().orderBy('id', 'desc').execute()
        return { items: rows.map(toForm), total: ids.length }
      }
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
          version: form.version,
          revision: form.revision,
        })
        .where('id', '=', form.id)
        .where('account_id', '=', form.accountId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async delete(tx, account, id) {
      await releaseSubmissions(database, tx, account, id)
      const { numDeletedRows } = await queriesOf(tx)
        .deleteFrom('forms')
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async addVersion(tx, form, before) {
      await queriesOf(tx)
        .updateTable('form_versions')
        .set({ superseded_at: form.updatedAt })
        .where('form_id', '=', form.id)
        .where('superseded_at', 'is', null)
        .execute()
      await queriesOf(tx)
        .deleteFrom('form_versions')
        .where('form_id', '=', form.id)
        .where('submission_count', '=', 0)
        .where('superseded_at', '<', before)
        .execute()
      await insertVersion(tx, form)
    },
    async findVersion(formId, number, tx) {
      const row = await (tx === undefined ? database.read : queriesOf(tx))
        .selectFrom('form_versions')
        .selectAll()
        .where('form_id', '=', formId)
        .where('number', '=', number)
        .executeTakeFirst()
      return row && toVersion(row)
    },
    async answeredVersions(formIds) {
      if (formIds.length === 0) return []
      const rows = await database.read
        .selectFrom('form_versions')
        .selectAll()
        .where('form_id', 'in', formIds)
        .where('submission_count', '>', 0)
        .orderBy('form_id')
        .orderBy('number', 'desc')
        .execute()
      return rows.map(toVersion)
    },
    async lastSubmissions(formIds) {
      if (formIds.length === 0) return new Map()
      const rows = await database.read
        .selectFrom('forms')
        .select(['forms.id'])
        .select((eb) =>
          eb
            .selectFrom('submissions')
            .select('submissions.created_at')
            .whereRef('submissions.form_id', '=', 'forms.id')
            .orderBy('submissions.id', 'desc')
            .limit(1)
            .as('last_at'),
        )
        .where('forms.id', 'in', formIds)
        .execute()
      return new Map(rows.flatMap(({ id, last_at: at }) => (at === null ? [] : [[id, at] as const])))
    },
    async insertSubmission(tx, submission) {
      const { id, accountId } = submission
      const text = JSON.stringify(submission.data)
      await queriesOf(tx)
        .insertInto('submissions')
        .values({
          id: submission.id,
          account_id: submission.accountId,
          form_id: submission.formId,
          data: text,
          created_at: submission.createdAt,
          form_version: submission.formVersion,
        })
        .execute()
      await referToFiles(tx, { accountId, holder: 'submission', holderId: id, texts: [text] })
      await countSubmissions(tx, submission, 1)
    },
    async listSubmissions(account, formId, cursor) {
      let matching = database.read
        .selectFrom('submissions')
        .selectAll()
        .where('form_id', '=', formId)
        .where('account_id', '=', account)
      if (cursor.before !== undefined) matching = matching.where('id', '<', cursor.before)
      const rows = await matching.orderBy('id', 'desc').limit(cursor.limit).execute()
      return rows.map(toSubmission)
    },
    async findSubmission(account, formId, id) {
      const row = await database.read
        .selectFrom('submissions')
        .selectAll()
        .where('id', '=', id)
        .where('form_id', '=', formId)
        .where('account_id', '=', account)
        .executeTakeFirst()
      return row && toSubmission(row)
    },
    async deleteSubmissions(tx, account, formId, ids) {
      if (ids.length === 0) return 0
      const deleted = await queriesOf(tx)
        .deleteFrom('submissions')
        .where('id', 'in', ids)
        .where('form_id', '=', formId)
        .where('account_id', '=', account)
        .returning(['id', 'form_version'])
        .execute()
      await releaseFiles(
        database,
        tx,
        deleted.map((row) => row.id),
      )
      const byVersion = Map.groupBy(deleted, ({ form_version: version }) => version)
      for (const [formVersion, rows] of byVersion) {
        await countSubmissions(tx, { formId, accountId: account, formVersion }, -rows.length)
      }
      return deleted.length
    },
  }
}

/** In parts: a form may have any number of submissions, though few have files. */
async function releaseSubmissions(
  database: Database,
  tx: Transaction,
  account: AccountId,
  formId: string,
): Promise<void> {
  const rows = await queriesOf(tx)
    .selectFrom('submissions')
    .innerJoin('file_references', 'file_references.holder_id', 'submissions.id')
    .select('submissions.id')
    .distinct()
    .where('submissions.form_id', '=', formId)
    .where('submissions.account_id', '=', account)
    .execute()
  for (const part of chunksOf(rows)) {
    await releaseFiles(
      database,
      tx,
      part.map((row) => row.id),
    )
  }
}

async function insertVersion(tx: Transaction, form: Form): Promise<void> {
  await queriesOf(tx)
    .insertInto('form_versions')
    .values({
      form_id: form.id,
      number: form.version,
      created_at: form.updatedAt,
      superseded_at: null,
      submission_count: 0,
      fields: JSON.stringify(form.fields),
    })
    .execute()
}

async function countSubmissions(
  tx: Transaction,
  { formId, accountId, formVersion }: Pick<Submission, 'formId' | 'accountId' | 'formVersion'>,
  change: number,
): Promise<void> {
  await queriesOf(tx)
    .updateTable('forms')
    .set(({ eb }) => ({ submission_count: eb('submission_count', '+', change) }))
    .where('id', '=', formId)
    .where('account_id', '=', accountId)
    .execute()
  await queriesOf(tx)
    .updateTable('form_versions')
    .set(({ eb }) => ({ submission_count: eb('submission_count', '+', change) }))
    .where('form_id', '=', formId)
    .where('number', '=', formVersion)
    .execute()
}

/** Its data is parsed when it is read: a page of it takes milliseconds, and whoever reads the page decides when. */
function toSubmission(row: Tables['submissions']): Submission {
  let data: JsonObject | undefined
  return {
    id: row.id,
    accountId: row.account_id,
    formId: row.form_id,
    formVersion: row.form_version,
    get data() {
      return (data ??= JSON.parse(row.data) as JsonObject)
    },
    createdAt: row.created_at,
  }
}

function toVersion(row: Tables['form_versions']): FormVersion {
  return {
    formId: row.form_id,
    number: row.number,
    fields: JSON.parse(row.fields) as FormField[],
    createdAt: row.created_at,
    supersededAt: row.superseded_at,
  }
}

function toForm(row: Tables['forms']): Form {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    fields: JSON.parse(row.fields) as FormField[],
    settings: row.settings === null ? null : (JSON.parse(row.settings) as FormSettings),
    version: row.version,
    revision: row.revision,
    submissionCount: row.submission_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
