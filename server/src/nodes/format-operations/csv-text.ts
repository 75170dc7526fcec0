import {
  columnNames,
  formatCsv,
  nameCells,
  parseCsv,
  type Separator,
} from '@millrace/expressions/formats/csv.ts'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { formatFailure, type FormatResult } from './format-result.ts'

/** More cells would not fit into the output of a step, however short they are. */
const MAX_CELLS = 500_000
const MAX_ROWS = 100_000

class TooMuch extends Error {}

interface ParseInput {
  readonly text: string
  readonly separator: Separator | 'detect'
  /** Whether the first row has the names of the columns. */
  readonly header: boolean
  readonly convertTypes: boolean
}

export function parseCsvText({ text, separator, header, convertTypes }: ParseInput): FormatResult {
  const rows = readRows(text, separator)
  if ('ok' in rows) return rows
  const read = (cell: string): JsonValue => (convertTypes ? convert(cell) : cell)
  if (!header) return { ok: true, value: rows.map((row) => row.map(read)) }
  const [first = [], ...others] = rows
  const names = columnNames(first)
  const toItem = (row: readonly string[]) =>
    Object.fromEntries(nameCells(names, row).map(([name, cell]) => [name, read(cell)]))
  return { ok: true, value: others.map(toItem) }
}

function readRows(text: string, separator: ParseInput['separator']) {
  let rows = 0
  let cells = 0
  const onRow = (count: number) => {
    rows += 1
    cells += count
    if (rows > MAX_ROWS + 1 || cells > MAX_CELLS) throw new TooMuch()
  }
  try {
    const read = parseCsv(text, { separator: separator === 'detect' ? undefined : separator, onRow })
    if (read.ok) return read.rows
    return formatFailure('CSV_INVALID', `The CSV cannot be read: ${read.problem}.`)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return formatFailure(
      'TOO_MANY_ITEMS',
      `The CSV has more than ${MAX_ROWS.toLocaleString('en')} rows or ${MAX_CELLS.toLocaleString('en')} cells. Split it into smaller parts.`,
    )
  }
}

/** Numbers in their usual form: a postal code such as 01067 and a number with 20 digits stay texts. */
function convert(cell: string): JsonValue {
  if (cell === 'true' || cell === 'false') return cell === 'true'
  if (cell.length > 25 || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell)) return cell
  const number = Number(cell)
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : cell
}

interface FormatInput {
  readonly items: readonly JsonValue[]
  readonly separator: Separator
  readonly header: boolean
  /** Without them, all members of all items, in the order in which they appear. */
  readonly columns?: readonly string[] | undefined
  readonly escapeFormulas: boolean
}

export function formatCsvText(input: FormatInput): FormatResult {
  const { items, header } = input
  const other = items.find((item) => typeof item !== 'object' || item === null)
  if (other !== undefined)
    return formatFailure(
      'INVALID_PARAMETERS',
      `The items must be objects or lists, but one of them is ${JSON.stringify(other).slice(0, 100)}.`,
    )
  const lists = items.filter(Array.isArray).length
  if (lists !== 0 && lists !== items.length)
    return formatFailure('INVALID_PARAMETERS', 'The items must be either all objects or all lists.')
  if (lists > 0) return write(items as readonly JsonValue[][], input)
  const [names, ...rows] = toRows(items as readonly JsonObject[], input)
  return write(header && names !== undefined && names.length > 0 ? [names, ...rows] : rows, input)
}

function write(rows: readonly (readonly JsonValue[])[], input: FormatInput): FormatResult {
  return {
    ok: true,
    value: formatCsv(
      rows.map((row) => row.map(toCell)),
      input,
    ),
  }
}

function toRows(items: readonly JsonObject[], { columns }: FormatInput): JsonValue[][] {
  const names = columns ?? [...new Set(items.flatMap((item) => Object.keys(item)))]
  return [
    [...names],
    ...items.map((item) => names.map((name) => (Object.hasOwn(item, name) ? (item[name] ?? null) : null))),
  ]
}

/** Numbers stay numbers: a negative one is no formula. */
function toCell(value: JsonValue): string | number | boolean | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
