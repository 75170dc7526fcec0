import type { JsonValue } from '#domain/index.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'
import { RowOutput, type RowOutputOptions } from '#nodes/thread-files/row-output.ts'
import type { ThreadFiles } from '#nodes/thread-files/thread-files.ts'
import { SheetRows } from './sheet-rows.ts'
import { type Sheet, Workbook } from './workbook.ts'

export async function listSheets(files: ThreadFiles, _input: object): Promise<FormatResult> {
  const { sheets } = await Workbook.open(files)
  return {
    ok: true,
    value: sheets.map(({ name, isHidden }, index) => ({ number: index + 1, name, hidden: isHidden })),
  }
}

export interface ParseSheetInput extends RowOutputOptions {
  /** The name of the sheet, or its number from 1 on. */
  readonly sheet: string | number
}

/** Ends the reading of a sheet when no more of it is needed. */
class Enough extends Error {}

export async function parseSheet(files: ThreadFiles, input: ParseSheetInput): Promise<FormatResult> {
  const workbook = await Workbook.open(files)
  const sheet = findSheet(workbook.sheets, input.sheet)
  const output = new RowOutput(files, input)
  const rows: (readonly JsonValue[])[] = []
  const handler = new SheetRows({
    texts: await workbook.readTexts(),
    dateStyles: await workbook.readDateStyles(),
    is1904: workbook.is1904,
    onRow: (row) => void rows.push(row),
  })
  try {
    await workbook.readSheet(sheet, handler, async () => {
      for (const row of rows) {
        const written = output.add(row, null)
        if (written !== undefined) await written
      }
      rows.length = 0
      if (output.isComplete) throw new Enough()
    })
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return output.end()
}

function findSheet(sheets: readonly Sheet[], wanted: string | number): Sheet {
  const found =
    typeof wanted === 'number'
      ? sheets[wanted - 1]
      : (sheets.find(({ name }) => name === wanted) ??
        sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()))
  if (found !== undefined) return found
  const names = sheets
    .slice(0, 20)
    .map(({ name }) => `\`${name.slice(0, 100)}\``)
    .join(', ')
  const which = typeof wanted === 'number' ? `${wanted}` : `\`${wanted.slice(0, 100)}\``
  throw new OperationFailed(
    'SHEET_NOT_FOUND',
    `There is no sheet ${which}. The sheets are ${names || 'none'}.`,
  )
}
