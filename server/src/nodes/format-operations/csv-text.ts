import { CsvReader, formatCsv, type Separator } from '@millrace/expressions/formats/csv.ts'
import type { JsonValue } from '#domain/index.ts'
import { formatFailure, type FormatResult } from './format-result.ts'
import { type RowOptions, RowShaper, UnknownColumn } from './row-shaper.ts'
import { type TableOptions, toCell, toTable } from './table-rows.ts'

/** More cells would not fit into the output of a step, however short they are. */
const MAX_CELLS = 500_000
const MAX_ROWS = 100_000

class TooMuch extends Error {}

export interface CsvParseOptions extends RowOptions {
  readonly separator: Separator | 'detect'
  readonly convertTypes: boolean
}

export function parseCsvText({
  text,
  ...options
}: CsvParseOptions & { readonly text: string }): FormatResult {
  const shaper = new RowShaper(options)
  const items: JsonValue[] = []
  let rows = 0
  let cells = 0
  const reader = csvReader(options, (row) => {
    rows += 1
    // A short row gets all columns of the header.
    cells += Math.max(row.length, shaper.width)
    if (rows > MAX_ROWS + 1 || cells > MAX_CELLS) throw new TooMuch()
    const item = shaper.shape(row, '')
    if (item !== undefined) items.push(item)
  })
  try {
    const problem = reader.end(text)
    return problem === undefined ? { ok: true, value: items } : refuseCsv(problem)
  } catch (error) {
    if (error instanceof UnknownColumn) return formatFailure('COLUMN_NOT_FOUND', error.message)
    if (!(error instanceof TooMuch)) throw error
    return formatFailure(
      'TOO_MANY_ITEMS',
      `The CSV has more than ${MAX_ROWS.toLocaleString('en')} rows or ${MAX_CELLS.toLocaleString('en')} cells. Split it into smaller parts, or pass it as a file.`,
    )
  }
}

/** A reader whose cells are converted as the options say. */
export function csvReader(
  { separator, convertTypes }: Pick<CsvParseOptions, 'separator' | 'convertTypes'>,
  onRow: (row: readonly JsonValue[]) => void,
): CsvReader {
  return new CsvReader({
    separator: separator === 'detect' ? undefined : separator,
    onRow: convertTypes ? (row) => onRow(row.map(convert)) : onRow,
  })
}

export function refuseCsv(problem: string) {
  return formatFailure('CSV_INVALID', `The CSV cannot be read: ${problem}.`)
}

/** Numbers in their usual form: a postal code such as 01067 and a number with 20 digits stay texts. */
function convert(cell: string): JsonValue {
  if (cell === 'true' || cell === 'false') return cell === 'true'
  if (cell.length > 25 || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell)) return cell
  const number = Number(cell)
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : cell
}

interface FormatInput extends TableOptions {
  readonly items: readonly JsonValue[]
  readonly separator: Separator
  readonly escapeFormulas: boolean
}

export function formatCsvText(input: FormatInput): FormatResult {
  const rows = toTable(input.items, input)
  if (!rows.ok) return rows
  return {
    ok: true,
    value: formatCsv(
      rows.value.map((row) => row.map(toCell)),
      input,
    ),
  }
}
