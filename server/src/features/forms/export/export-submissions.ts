import {
  fileIdOf,
  type Form,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Submission,
} from '#domain/index.ts'
import type { FormStore } from '#ports/index.ts'
import { timestamp } from '../../shared/timestamps.ts'
import { BYTE_ORDER_MARK, csvRecord } from '../../shared/csv.ts'
import { findWanted, submissionBatches } from './submission-batches.ts'

export interface ExportOptions {
  readonly isWanted: (data: JsonObject) => boolean
  /** Where somebody who is signed in downloads a file. */
  readonly addressOf: (fileId: string) => string
}

/**
 * All submissions of a form as CSV, newest first. They are read page by page, so that memory does not grow with their number,
 * and twice: the first pass collects the columns, because earlier submissions may have fields that the form no longer has.
 * Submissions that arrive after the first pass are left out: they may have columns that the header lacks.
 */
export async function* exportSubmissions(
  forms: FormStore,
  form: Form,
  { isWanted, addressOf }: ExportOptions,
): AsyncGenerator<string> {
  const names = new Set(form.fields.map(({ name }) => name))
  let newest: string | undefined
  for await (const page of pages(forms, form)) {
    newest ??= page[0]?.id
    for (const { data } of await findWanted(page, isWanted)) {
      for (const name of Object.keys(data)) names.add(name)
    }
  }
  const columns = [...names]
  yield BYTE_ORDER_MARK + csvRecord(['id', 'created_at', ...columns])
  if (newest === undefined) return
  for await (const page of pages(forms, form)) {
    let text = ''
    for (const submission of await findWanted(page, isWanted)) {
      if (submission.id <= newest) text += toRecord(submission, columns, addressOf)
    }
    if (text !== '') yield text
  }
}

async function* pages(forms: FormStore, { accountId, id }: Form): AsyncGenerator<readonly Submission[]> {
  const batches = submissionBatches((request) => forms.listSubmissions(accountId, id, request))
  for await (const { submissions } of batches) yield submissions
}

function toRecord(
  { id, createdAt, data }: Submission,
  columns: readonly string[],
  addressOf: ExportOptions['addressOf'],
): string {
  const values = columns.map((name) => (Object.hasOwn(data, name) ? data[name] : undefined))
  return csvRecord([id, timestamp(createdAt), ...values.map((value) => nameFiles(value, addressOf))])
}

/** Files as texts with their name and address; other values stay as they are. */
function nameFiles(
  value: JsonValue | undefined,
  addressOf: ExportOptions['addressOf'],
): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((one: JsonValue) => nameFiles(one, addressOf) ?? null)
  const id = fileIdOf(value)
  if (id === undefined || !isJsonObject(value)) return value
  return typeof value['name'] === 'string' ? `${value['name']} ${addressOf(id)}` : addressOf(id)
}
