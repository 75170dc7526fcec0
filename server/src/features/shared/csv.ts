import type { JsonValue } from '#domain/index.ts'

/** Spreadsheets read a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Characters with which a formula begins, including the full-width forms that some spreadsheets treat the same. Preceding
 * apostrophes count too, so that readers of the file can undo the escape: if a cell matches, its first apostrophe is ours.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/

/** One record of RFC 4180. */
export function csvRecord(values: readonly (JsonValue | undefined)[]): string {
  return `${values.map((value) => quote(cellText(value))).join(',')}\r\n`
}

/**
 * Numbers are written unchanged, including a leading minus. A text is untrusted: if it could be a formula, an apostrophe in
 * front makes spreadsheets treat it as text.
 */
function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : listText(value)
  return FORMULA_START.test(text) ? `'${text}` : text
}

function listText(value: Exclude<JsonValue, string | number | boolean | null>): string {
  const isPlain = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isPlain ? value.join('; ') : JSON.stringify(value)
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
