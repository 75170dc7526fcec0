import type { JsonValue } from '#domain/index.ts'

/** Spreadsheets take a file for UTF-8 only when it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What makes a spreadsheet calculate instead of show, also in the wide forms that some of them treat the same; and what
 * looks like one that was made harmless, so that whoever reads the file can tell: of one that begins like this, the first
 * apostrophe is ours.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/

/** One record of RFC 4180. */
export function csvRecord(values: readonly (JsonValue | undefined)[]): string {
  return `${values.map((value) => quote(cellText(value))).join(',')}\r\n`
}

/**
 * A number that is one stays as it is, a minus in front included. A text may come from anybody: if it could be a formula,
 * an apostrophe makes it a text for good.
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
