export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

export type Separator = keyof typeof SEPARATORS

export interface CsvOptions {
  /** Without it, the separator is detected. */
  readonly separator?: Separator | undefined
  /** Called for each row with the number of its cells, before it is kept. It may throw. */
  readonly onRow?: (cells: number) => void
}

export type CsvRead =
  | { readonly ok: true; readonly rows: readonly (readonly string[])[] }
  /** Completes the sentence "The CSV cannot be read: …". */
  | { readonly ok: false; readonly problem: string }

/** Reads CSV as RFC 4180 describes it, with any mix of line ends. Empty lines are left out. */
export function parseCsv(text: string, { separator, onRow }: CsvOptions = {}): CsvRead {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const character = SEPARATORS[separator ?? detectSeparator(text)]
  const end = new RegExp(`[${character}\\r\\n]`, 'g')
  const rows: string[][] = []
  let row: string[] = []
  let isQuoted = false
  let position = start
  const endRow = () => {
    if (row.length > 1 || row[0] !== '' || isQuoted) {
      onRow?.(row.length)
      rows.push(row)
    }
    row = []
  }
  while (position < text.length || row.length > 0) {
    isQuoted = text[position] === '"'
    if (isQuoted) {
      const close = findClosingQuote(text, position + 1)
      if (close === -1) return refuse(rows.length, 'a quoted cell has no closing quote')
      row.push(text.slice(position + 1, close).replaceAll('""', '"'))
      position = close + 1
    } else {
      end.lastIndex = position
      const stop = end.exec(text)?.index ?? text.length
      row.push(text.slice(position, stop))
      position = stop
    }
    const next = text[position]
    if (next === character) position += 1
    else if (next === undefined || next === '\n' || next === '\r') {
      position += next === '\r' && text[position + 1] === '\n' ? 2 : 1
      endRow()
    } else return refuse(rows.length, 'a quoted cell is followed by something else than a separator')
  }
  return { ok: true, rows }
}

function refuse(rows: number, problem: string): CsvRead {
  return { ok: false, problem: `in row ${rows + 1}, ${problem}` }
}

function findClosingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from)
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  return quote
}

/** The separator that the first line has most of, outside of quotes. */
function detectSeparator(text: string): Separator {
  const line =
    text
      .slice(0, 10_000)
      .replaceAll(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? ''
  const counts = Object.entries(SEPARATORS).map(([name, character]) => ({
    name: name as Separator,
    count: line.split(character).length,
  }))
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).name
}

/** Names for all columns: those without one get a number, and repeated ones too. */
export function columnNames(header: readonly string[]): readonly string[] {
  const names = new Set<string>()
  for (const [index, text] of header.entries()) {
    const wanted = text.trim() || `column_${index + 1}`
    let name = wanted
    for (let number = 2; names.has(name); number += 1) name = `${wanted}_${number}`
    names.add(name)
  }
  return [...names]
}

/** A row as names and cells. Cells beyond the header get the number of their column as a name. */
export function nameCells(names: readonly string[], row: readonly string[]): [string, string][] {
  const cells = names.map((name, index): [string, string] => [name, row[index] ?? ''])
  for (let index = names.length; index < row.length; index += 1)
    cells.push([`column_${index + 1}`, row[index] ?? ''])
  return cells
}

type Cell = string | number | boolean | null

export interface CsvWriteOptions {
  readonly separator: Separator
  /** Puts a quote before texts that a spreadsheet program would run. */
  readonly escapeFormulas: boolean
}

/** Writes CSV as RFC 4180 describes it. */
export function formatCsv(
  rows: readonly (readonly Cell[])[],
  { separator, escapeFormulas }: CsvWriteOptions,
): string {
  const character = SEPARATORS[separator]
  const special = new RegExp(`["\\r\\n\uFEFF]|^\\s|\\s$|[${character}]`)
  const toText = (cell: Cell): string => {
    if (cell === null) return ''
    const isRisky = escapeFormulas && typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell)
    const text = isRisky ? `'${cell}` : String(cell)
    return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((row) => `${row.map(toText).join(character)}\r\n`).join('')
}
