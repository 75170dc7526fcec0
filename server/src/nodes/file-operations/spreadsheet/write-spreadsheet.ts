import type { JsonValue } from '#domain/index.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import { type TableOptions, toCell, toTable } from '#nodes/format-operations/table-rows.ts'
import type { NewFileName } from '#nodes/thread-files/file-messages.ts'
import { writeZipEntries, type ZipContent } from '../archive/zip-writer.ts'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'
import type { ThreadFiles } from '#nodes/thread-files/thread-files.ts'
import { encodeCellText } from './cell-text.ts'

const MAX_COLUMNS = 16_384
const MAX_CELL_LENGTH = 32_767
const PART_LENGTH = 64 * 1024
/** Entries of ZIP files have a date, and it says nothing here. The same items make the same file. */
const MODIFIED_AT = Date.UTC(2000, 0, 1, 12)

export interface FormatSheetInput extends TableOptions {
  readonly items: readonly JsonValue[]
  readonly sheet: string
  readonly target: NewFileName
}

export async function formatSheet(files: ThreadFiles, input: FormatSheetInput): Promise<FormatResult> {
  const table = toTable(input.items, input)
  if (!table.ok) return table
  const hasNames = input.header && !input.items.some(Array.isArray)
  const file = files.create(input.target)
  await writeZipEntries(
    file,
    [
      part('[Content_Types].xml', CONTENT_TYPES),
      part('_rels/.rels', relations('officeDocument', 'xl/workbook.xml')),
      part('xl/workbook.xml', workbook(input.sheet)),
      part(
        'xl/_rels/workbook.xml.rels',
        relations('worksheet', 'worksheets/sheet1.xml', relation('styles', 'styles.xml', 2)),
      ),
      part('xl/styles.xml', STYLES),
      { path: 'xl/worksheets/sheet1.xml', chunks: encode(writeRows(table.value, hasNames)) },
    ],
    MODIFIED_AT,
  )
  return { ok: true, value: await file.end() }
}

function* writeRows(rows: readonly (readonly JsonValue[])[], hasNames: boolean): Generator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}">`
  if (hasNames)
    yield '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  yield '<sheetData>'
  for (const [index, row] of rows.entries()) {
    if (row.length > MAX_COLUMNS)
      throw new OperationFailed(
        'TOO_MANY_ITEMS',
        `Row ${index + 1} has ${row.length.toLocaleString('en')} cells, but a spreadsheet has ${MAX_COLUMNS.toLocaleString('en')} columns.`,
      )
    const style = hasNames && index === 0 ? ' s="1"' : ''
    yield `<row r="${index + 1}">${row.map((cell, column) => writeCell(toCell(cell), `${columnName(column)}${index + 1}`, style)).join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

function writeCell(value: string | number | boolean | null, reference: string, style: string): string {
  if (value === null) return ''
  if (typeof value === 'number') return `<c r="${reference}"${style}><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${reference}"${style} t="b"><v>${value ? 1 : 0}</v></c>`
  if (value.length > MAX_CELL_LENGTH)
    throw new OperationFailed(
      'CELL_TOO_LONG',
      `The text in cell ${reference} has ${value.length.toLocaleString('en')} characters, but a cell can hold ${MAX_CELL_LENGTH.toLocaleString('en')}.`,
    )
  return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${encodeCellText(value)}</t></is></c>`
}

/** A, B, …, Z, AA, AB, … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

async function* encode(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let gathered = ''
  for (const text of texts) {
    gathered += text
    if (gathered.length < PART_LENGTH) continue
    yield encoder.encode(gathered)
    gathered = ''
  }
  yield encoder.encode(gathered)
}

function part(path: string, text: string): ZipContent {
  return { path, chunks: encode([text]) }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET_ML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_ML}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_ML}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_ML}.styles+xml"/></Types>`

/** The second style is bold, for the names of columns. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function relations(type: string, target: string, others = ''): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation(type, target, 1)}${others}</Relationships>`
}

function relation(type: string, target: string, number: number): string {
  return `<Relationship Id="rId${number}" Type="${RELATIONS}/${type}" Target="${target}"/>`
}

function workbook(sheet: string): string {
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${encodeCellText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}
