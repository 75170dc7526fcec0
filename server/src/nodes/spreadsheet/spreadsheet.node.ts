import Type from 'typebox'
import { fileParameter, readFile, reviewFile } from '#nodes/formats/read-file.ts'
import { readRowOptions, rowParameters } from '#nodes/formats/row-parameters.ts'
import { type FormatDeps, runFileOperation } from '#nodes/formats/run-file-operation.ts'
import { fileNameOf, fileNameParameter, targetOf, targetParameters } from '#nodes/formats/write-file.ts'
import { ITEMS } from '#nodes/lists/list-parameters.ts'
import { readItems, reviewLists } from '#nodes/lists/read-list.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeCall, NodeKind, NodeResult } from '#ports/index.ts'

const PARSE = { operation: ['parse'] }
const FORMAT = { operation: ['format'] }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function spreadsheetNode(deps: FormatDeps): NodeKind {
  return {
    type: 'spreadsheet',
    title: 'Spreadsheet',
    summary: 'Reads a sheet of an Excel file into a list, or writes a list as an Excel file.',
    family: 'data',
    icon: 'sheet',
    keywords: [
      'excel',
      'xlsx',
      'table',
      'rows',
      'columns',
      'cells',
      'workbook',
      'export',
      'import',
      'report',
    ],
    line: `{{ data.operation === "format" ? "write " + ${bare('data.items')} : (data.operation === "sheets" ? "sheets of " : "read ") + ${bare('data.file')} }}`,
    parameters: Type.Object({
      operation: Type.Optional(
        Type.Enum(['parse', 'format', 'sheets'], {
          title: 'Operation',
          description:
            '`parse`: the rows of a sheet as a list. `format`: a list as a new file. `sheets`: the names of the sheets.',
          default: 'parse',
        }),
      ),
      file: fileParameter({
        title: 'File',
        description: 'The spreadsheet, a file in the format xlsx.',
        'x-when': { operation: ['parse', 'sheets'] },
      }),
      items: Type.Optional(Type.Unknown({ ...ITEMS, 'x-when': FORMAT })),
      sheet: Type.Optional(
        Type.Unknown({
          title: 'Sheet',
          description:
            '`parse`: the name of the sheet, or its number; without it, the first one. `format`: the name of the new sheet; without it, `Sheet1`.',
          examples: ['Orders'],
          'x-when': { operation: ['parse', 'format'] },
        }),
      ),
      header: Type.Optional(
        Type.Boolean({
          title: 'Names in the first row',
          description:
            'Whether the first row has the names of the columns. If it has not, rows are lists instead of objects.',
          default: true,
          'x-when': { operation: ['parse', 'format'] },
        }),
      ),
      columns: Type.Optional(
        Type.Array(Type.String({ maxLength: 500 }), {
          title: 'Columns',
          description:
            '`parse`: the columns to keep, by their names in the first row. `format`: the members to write, in this order. Without it, all of them.',
          maxItems: 1_000,
          'x-when': { operation: ['parse', 'format'] },
          'x-folded': true,
        }),
      ),
      ...rowParameters(PARSE),
      ...targetParameters('`rows.json`', PARSE),
      file_name: fileNameParameter('`spreadsheet.xlsx` or `rows.json`'),
    }),
    output:
      '`parse`: a list with one object per row, or one list per row without a header; with `to: file`, the list as a JSON file. `format`: the file. `sheets`: a list of `{number, name, hidden}`.',
    example: { data: { operation: 'parse', file: '{{ previous.body }}', sheet: 'Orders' } },
    notes: [
      'Numbers and booleans keep their type. Dates are texts such as `2026-01-31` or `2026-01-31T09:30:00`, because spreadsheets know no time zone. Empty cells are null, and rows without a value are left out. A formula has the value that was saved with it.',
      '`format` writes texts as texts: nothing that somebody typed into a form becomes a formula.',
      'Limits: 1 MiB for the result, unless it is a file; 1 GiB for a sheet when it is unpacked; 32,767 characters for a cell that is written. Files in the old format xls are refused.',
      'Error codes: `SPREADSHEET_INVALID`, `PASSWORD_REQUIRED`, `SHEET_NOT_FOUND`, `COLUMN_NOT_FOUND`, `CELL_TOO_LONG`, `FILE_NOT_FOUND`, `FILE_TOO_LARGE`, `TOO_MANY_ITEMS`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    check({ operation, sheet }) {
      if (operation !== 'format' || typeof sheet !== 'string' || isSheetName(sheet)) return []
      return [{ parameter: 'sheet', message: BAD_SHEET_NAME }]
    },
    review: (data) =>
      data['operation'] === 'format' ? reviewLists(data, 'items') : reviewFile(data, 'file'),
    usesFiles: () => true,
    dependsOn: ({ parameters, previous }) =>
      parameters['file'] === undefined && parameters['items'] === undefined ? previous : null,
    run: (call) => run(deps, call),
  }
}

const BAD_SHEET_NAME =
  'the name of a sheet has 1 to 31 characters, without `\\`, `/`, `?`, `*`, `[`, `]` and `:`.'

function isSheetName(name: string): boolean {
  return name.includes('{{') || (name.trim() !== '' && name.length <= 31 && !/[\\/?*[\]:]/.test(name))
}

async function run(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  if (call.parameters['operation'] === 'format') return format(deps, call)
  const source = readFile(call, 'file')
  if ('ok' in source) return source
  const common = { sources: [source.file], purpose: 'reading the spreadsheet' }
  if (call.parameters['operation'] === 'sheets')
    return runFileOperation(deps, call, { ...common, operation: 'spreadsheet.sheets', input: {} })
  const sheet = call.parameters['sheet'] ?? 1
  if (typeof sheet !== 'string' && typeof sheet !== 'number')
    return refuseSheet('it must be a name or a number.')
  return runFileOperation(deps, call, {
    ...common,
    operation: 'spreadsheet.parse',
    input: {
      ...readRowOptions(call),
      sheet,
      target: targetOf(call, 'rows.json', 'application/json'),
    },
  })
}

async function format(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const items = readItems(call)
  if ('ok' in items) return items
  const { sheet = 'Sheet1', header = true, columns, file_name: name } = call.parameters
  if (typeof sheet !== 'string' || !isSheetName(sheet)) return refuseSheet(BAD_SHEET_NAME)
  return runFileOperation(deps, call, {
    operation: 'spreadsheet.format',
    purpose: 'writing the spreadsheet',
    sources: [],
    input: {
      items,
      sheet,
      header: header as boolean,
      columns: columns as readonly string[] | undefined,
      target: fileNameOf(name, 'spreadsheet.xlsx', XLSX),
    },
  })
}

function refuseSheet(problem: string): NodeResult {
  const message = `The parameter \`sheet\` is invalid: ${problem}`
  return { ok: false, code: 'INVALID_PARAMETERS', message, permanent: true }
}
