import type { JsonObject, JsonValue } from '#domain/index.ts'
import { formatFailure, type FormatResult } from './format-result.ts'

export interface TableOptions {
  /** Whether the first row has the names of the columns. Only objects have names. */
  readonly header: boolean
  /** Without them, all members of all items, in the order in which they appear. */
  readonly columns?: readonly string[] | undefined
}

type Row = readonly JsonValue[]

/** The rows of a table, made of objects or lists. */
export function toTable(
  items: readonly JsonValue[],
  { header, columns }: TableOptions,
): FormatResult<readonly Row[]> {
  const other = items.find((item) => typeof item !== 'object' || item === null)
  if (other !== undefined)
    return formatFailure(
      'INVALID_PARAMETERS',
      `The items must be objects or lists, but one of them is ${JSON.stringify(other).slice(0, 100)}.`,
    )
  const lists = items.filter(Array.isArray).length
  if (lists !== 0 && lists !== items.length)
    return formatFailure('INVALID_PARAMETERS', 'The items must be either all objects or all lists.')
  if (lists > 0) return { ok: true, value: items as readonly Row[] }
  const objects = items as readonly JsonObject[]
  const names = columns ?? [...new Set(objects.flatMap((item) => Object.keys(item)))]
  const rows = objects.map((item) =>
    names.map((name) => (Object.hasOwn(item, name) ? (item[name] ?? null) : null)),
  )
  return { ok: true, value: header && names.length > 0 ? [names, ...rows] : rows }
}

/** What a cell can hold. Numbers stay numbers: a negative one is no formula. */
export function toCell(value: JsonValue): string | number | boolean | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
