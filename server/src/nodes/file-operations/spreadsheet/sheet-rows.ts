import type { JsonValue } from '#domain/index.ts'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'
import { type DateKind, toIsoDate } from './cell-dates.ts'
import { decodeCellText } from './cell-text.ts'
import type { XmlHandler } from './xml-events.ts'

const MAX_COLUMNS = 16_384
/** As long as a text in a cell can be, with characters that take several to be written. */
const MAX_CELL_LENGTH = 262_144

export interface SheetRowsOptions {
  readonly texts: readonly string[]
  readonly dateStyles: readonly (DateKind | undefined)[]
  readonly is1904: boolean
  readonly onRow: (row: readonly JsonValue[]) => void
}

/** Makes rows of the elements of a sheet. Rows without a value are left out. */
export class SheetRows implements XmlHandler {
  readonly #options: SheetRowsOptions
  #row: JsonValue[] = []
  #column = 0
  #type = ''
  #style = 0
  #value = ''
  #isValue = false
  #hasValue = false

  constructor(options: SheetRowsOptions) {
    this.#options = options
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#row = []
      this.#column = 0
    } else if (name === 'c') {
      this.#column = columnOf(attributes['r']) ?? this.#column + 1
      if (this.#column > MAX_COLUMNS)
        throw new OperationFailed('SPREADSHEET_INVALID', 'The spreadsheet has a cell beyond its last column.')
      this.#type = attributes['t'] ?? 'n'
      this.#style = Number(attributes['s'] ?? 0)
      this.#value = ''
      this.#hasValue = false
    } else if (name === 'v' || name === 't') {
      this.#isValue = true
      this.#hasValue = true
    } else if (name === 'rPh') this.#type = 'phonetic'
  }

  onText(text: string): void {
    if (!this.#isValue || this.#type === 'phonetic') return
    this.#value += text
    if (this.#value.length > MAX_CELL_LENGTH)
      throw new OperationFailed('SPREADSHEET_INVALID', 'The spreadsheet has a cell with too long a text.')
  }

  onClose(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'rPh') this.#type = 'inlineStr'
    else if (name === 'c' && this.#hasValue) {
      while (this.#row.length < this.#column - 1) this.#row.push(null)
      this.#row[this.#column - 1] = this.#read()
    } else if (name === 'row' && this.#row.length > 0) this.#options.onRow(this.#row)
  }

  #read(): JsonValue {
    const text = this.#value
    switch (this.#type) {
      case 's':
        return this.#options.texts[Number(text)] ?? ''
      case 'b':
        return text === '1' || text === 'true'
      case 'n':
        return this.#readNumber(text)
      default:
        return decodeCellText(text)
    }
  }

  #readNumber(text: string): JsonValue {
    const number = Number(text)
    if (text.trim() === '') return null
    if (!Number.isFinite(number)) return text
    const kind = this.#options.dateStyles[this.#style]
    return (kind && toIsoDate(number, kind, this.#options.is1904)) ?? number
  }
}

/** The column in a reference such as `AB12`, from 1 on. */
function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined
  let column = 0
  for (let index = 0; index < reference.length && index < 4; index += 1) {
    const letter = reference.charCodeAt(index) | 0x20
    if (letter < 0x61 || letter > 0x7a) break
    column = column * 26 + letter - 0x60
  }
  return column === 0 ? undefined : column
}
