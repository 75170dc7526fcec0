import type { FormField } from '@millrace/contract/form.ts'
import type { JsonObject } from '#domain/index.ts'
import type { FieldUpload, ReceivedForm } from '#http/index.ts'
import { readAnswers, sentTexts } from '../public-pages/read-answers.ts'

/**
 * The names of fields by what browsers send for them in a multipart body: quotes and line breaks are escaped there, and nothing
 * else is (HTML, 4.10.21.8).
 */
export function multipartNames(fields: readonly FormField[]): (name: string) => string {
  const names = new Map(fields.map(({ name }) => [escapeName(name), name]))
  return (sent) => names.get(sent) ?? sent
}

function escapeName(name: string): string {
  return name.replaceAll(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22')
}

/** The answers in a multipart body of the API. Values of names that the form does not have are kept, so that the check reports them. */
export function readFormData(
  fields: readonly FormField[],
  { texts, uploads }: ReceivedForm,
): { readonly data: JsonObject; readonly uploads: readonly FieldUpload[] } {
  const nameOf = multipartNames(fields)
  const known = new Set(fields.filter(({ type }) => type !== 'file').map(({ name }) => name))
  const named = texts.map(([name, text]) => [nameOf(name), text] as const)
  const sent = new URLSearchParams()
  for (const [name, text] of named) sent.append(name.replaceAll(/\r\n|\r|\n/g, '\r\n'), text)
  // A control for files without a choice may be sent as an empty text.
  const unknown = named.filter(([name, text]) => !known.has(name) && text !== '')
  const answers = fields.filter(({ type }) => type !== 'file')
  return {
    data: { ...Object.fromEntries(unknown), ...readAnswers(answers, sentTexts(answers, sent)) },
    uploads: uploads.map(({ field, content }) => ({ field: nameOf(field), content })),
  }
}
