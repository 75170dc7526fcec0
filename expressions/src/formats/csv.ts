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
  const rows: string[][] = []
  const reader = new CsvReader({
    separator,
    onRow(row) {
      onRow?.(row.length)
      rows.push(row)
    },
  })
  const problem = reader.end(text)
  return problem === undefined ? { ok: true, rows } : { ok: false, problem }
}

/** Detecting a separator takes this many characters. */
const DETECTED_LENGTH = 10_000
/** A row that does not end is not read again and again. */
const MAX_ROW_LENGTH = 4 * 1024 * 1024

export interface CsvReaderOptions {
  /** Without it, the separator is detected. */
  readonly separator: Separator | undefined
  /** It may throw, which ends the reading. */
  readonly onRow: (row: string[]) => void
}

/** Reads CSV that arrives in parts. Rows are handed over as soon as they are complete. */
export class CsvReader {
  readonly #onRow: (row: string[]) => void
  #separator: Separator | undefined
  #rest = ''
  #rows = 0
  #isStarted = false
  #problem: string | undefined

  constructor({ separator, onRow }: CsvReaderOptions) {
    this.#separator = separator
    this.#onRow = onRow
  }

  /** What is wrong with the text so far; undefined if nothing is. */
  push(text: string): string | undefined {
    this.#rest = this.#rest === '' ? text : this.#rest + text
    // Until the end is known, there could be more of the line from which the separator is detected.
    if (this.#rest.length >= DETECTED_LENGTH) this.#read(false)
    return this.#problem
  }

  /** As `push`, for the last part. */
  end(text = ''): string | undefined {
    this.#rest += text
    this.#read(true)
    return this.#problem
  }

  #read(isEnd: boolean): void {
    if (this.#problem !== undefined) return
    const text = this.#rest
    this.#separator ??= detectSeparator(text)
    const start = !this.#isStarted && text.startsWith('\uFEFF') ? 1 : 0
    this.#isStarted = true
    const position = this.#readRows(text, start, isEnd, SEPARATORS[this.#separator])
    this.#rest = text.slice(position)
    if (this.#rest.length > MAX_ROW_LENGTH) this.#refuse('the row is longer than 4 MiB')
  }

  /** Returns where the first row starts that is not complete. */
  #readRows(text: string, start: number, isEnd: boolean, separator: string): number {
    const end = new RegExp(`[${separator}\\r\\n]`, 'g')
    let rowStart = start
    let row: string[] = []
    let position = start
    while (position < text.length || row.length > 0) {
      const isQuoted = text[position] === '"'
      if (isQuoted) {
        const close = findClosingQuote(text, position + 1)
        if (close === -1 && isEnd) return this.#refuse('a quoted cell has no closing quote')
        // A quote at the end may be the first of two.
        if (close === -1 || (close + 1 === text.length && !isEnd)) return rowStart
        row.push(text.slice(position + 1, close).replaceAll('""', '"'))
        position = close + 1
      } else {
        end.lastIndex = position
        const stop = end.exec(text)?.index ?? text.length
        if (stop === text.length && !isEnd) return rowStart
        row.push(text.slice(position, stop))
        position = stop
      }
      const next = text[position]
      if (next === separator) position += 1
      else if (next === undefined || next === '\n' || next === '\r') {
        if (next === '\r' && position + 1 === text.length && !isEnd) return rowStart
        position += next === '\r' && text[position + 1] === '\n' ? 2 : 1
        if (row.length > 1 || row[0] !== '' || isQuoted) {
          this.#rows += 1
          this.#onRow(row)
        }
        row = []
        rowStart = position
      } else return this.#refuse('a quoted cell is followed by something else than a separator')
    }
    return rowStart
  }

  #refuse(problem: string): number {
    this.#problem ??= `in row ${this.#rows + 1}, ${problem}`
    return 0
  }
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
      .slice(0, DETECTED_LENGTH)
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
  /** The number that the next column of a name gets. The lower ones are taken. */
  const numbers = new Map<string, number>()
  for (const [index, text] of header.entries()) {
    const wanted = text.trim() || `column_${index + 1}`
    let name = wanted
    if (names.has(wanted)) {
      let number = numbers.get(wanted) ?? 2
      while (names.has(`${wanted}_${number}`)) number += 1
      name = `${wanted}_${number}`
      numbers.set(wanted, number + 1)
    }
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
