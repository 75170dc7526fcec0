import type { Separator } from '@millrace/expressions/formats/csv.ts'
import Type from 'typebox'
import type { Encoding } from '#nodes/thread-files/decode-text.ts'
import { readSource, reviewSource, sourceParameter } from '#nodes/formats/read-source.ts'
import { readRowOptions, rowParameters } from '#nodes/formats/row-parameters.ts'
import { type FormatDeps, runFileOperation, usesFiles } from '#nodes/formats/run-file-operation.ts'
import { runOperation } from '#nodes/formats/run-operation.ts'
import { runTextOperation } from '#nodes/formats/run-text-operation.ts'
import { encodingParameter, targetOf, targetParameters } from '#nodes/formats/write-file.ts'
import { ITEMS } from '#nodes/lists/list-parameters.ts'
import { readItems, reviewLists } from '#nodes/lists/read-list.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeCall, NodeKind, NodeResult } from '#ports/index.ts'

const PARSE = { operation: ['parse'] }
const FORMAT = { operation: ['format'] }

export function csvNode(deps: FormatDeps): NodeKind {
  return {
    type: 'csv',
    title: 'CSV',
    summary: 'Reads CSV into a list, or writes a list as CSV.',
    family: 'data',
    icon: 'table',
    keywords: ['comma', 'separated', 'table', 'rows', 'columns', 'parse', 'export', 'import', 'tsv', 'excel'],
    line: `{{ data.operation === "format" ? "write " + ${bare('data.items')} : "read " + ${bare('data.text')} }}`,
    parameters: Type.Object({
      operation: Type.Optional(
        Type.Enum(['parse', 'format'], {
          title: 'Operation',
          description: '`parse`: CSV to a list. `format`: a list to CSV.',
          default: 'parse',
        }),
      ),
      text: sourceParameter({ title: 'CSV', description: 'The CSV.', 'x-when': PARSE }),
      items: Type.Optional(Type.Unknown({ ...ITEMS, 'x-when': FORMAT })),
      separator: Type.Optional(
        Type.Enum(['comma', 'semicolon', 'tab', 'pipe', 'detect'], {
          title: 'Separator',
          description:
            'What separates the cells. `detect`, for `parse` only: the separator that makes the first rows equally long.',
          default: 'comma',
        }),
      ),
      header: Type.Optional(
        Type.Boolean({
          title: 'Names in the first row',
          description:
            'Whether the first row has the names of the columns. If it has not, rows are lists instead of objects.',
          default: true,
        }),
      ),
      convert_types: Type.Optional(
        Type.Boolean({
          title: 'Convert numbers',
          description:
            'Makes numbers of cells such as `12.5`, and booleans of `true` and `false`. Numbers with leading zeros stay texts.',
          default: false,
          'x-when': PARSE,
        }),
      ),
      columns: Type.Optional(
        Type.Array(Type.String({ maxLength: 500 }), {
          title: 'Columns',
          description:
            '`parse`: the columns to keep, by their names in the first row. `format`: the members to write, in this order. Without it, all of them.',
          maxItems: 1_000,
        }),
      ),
      ...rowParameters(PARSE),
      escape_formulas: Type.Optional(
        Type.Boolean({
          title: 'Escape formulas',
          description:
            "Puts a `'` before texts that start with `=`, `+`, `-` or `@`, so that a spreadsheet program does not run what somebody typed into a form.",
          default: false,
          'x-when': FORMAT,
        }),
      ),
      encoding: encodingParameter(PARSE),
      ...targetParameters('`table.json` or `table.csv`'),
    }),
    output:
      '`parse`: a list with one object per row, or one list per row without a header. `format`: the CSV as a text, with lines that end in CR and LF. With `to: file`, a file: the list as JSON, or the CSV.',
    example: {
      data: { operation: 'parse', text: '{{ previous.body }}', separator: 'semicolon' },
    },
    notes: [
      'The same as expressions: `{{ parseCsv(text) }}` and `{{ toCsv(items) }}`.',
      'Columns without a name are called `column_2` after their position; a name that appears again gets a number, such as `name_2`.',
      'Limits: a text of 4 MiB with 100,000 rows and 500,000 cells, or a file of any length with rows of up to 4 MiB; 1 MiB for the result. Read a long file in portions with `skip` and `limit`, keep only some `columns`, or write the rows to a file.',
      'Error codes: `CSV_INVALID`, `COLUMN_NOT_FOUND`, `ENCODING_INVALID`, `FILE_NOT_FOUND`, `FILE_TOO_LARGE`, `TOO_MANY_ITEMS`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    check({ operation, separator }) {
      if (operation !== 'format' || separator !== 'detect') return []
      const message = 'the separator cannot be detected when CSV is written. Choose one.'
      return [{ parameter: 'separator', message }]
    },
    review: (data) =>
      data['operation'] === 'format' ? reviewLists(data, 'items') : reviewSource(data, 'text'),
    usesFiles: (call) => usesFiles(call, 'text'),
    dependsOn: ({ parameters, previous }) =>
      parameters['text'] === undefined && parameters['items'] === undefined ? previous : null,
    run: (call) => (call.parameters['operation'] === 'format' ? format(deps, call) : parse(deps, call)),
  }
}

async function parse(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const source = readSource(call, 'text')
  if ('ok' in source) return source
  const { separator = 'comma', convert_types: convertTypes = false, encoding = 'detect' } = call.parameters
  const target = targetOf(call, 'table.json', 'application/json')
  const purpose = 'reading the CSV'
  const options = {
    ...readRowOptions(call),
    separator: separator as Separator | 'detect',
    convertTypes: convertTypes as boolean,
  }
  if ('text' in source && target === null)
    return runOperation(deps.workers, call, {
      operation: 'csv.parse',
      purpose,
      input: { ...options, text: source.text },
    })
  return runFileOperation(deps, call, {
    operation: 'csv.parse',
    purpose,
    sources: 'file' in source ? [source.file] : [],
    input: {
      ...options,
      text: 'text' in source ? source.text : null,
      encoding: encoding as Encoding,
      target,
    },
  })
}

async function format(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const items = readItems(call)
  if ('ok' in items) return items
  const {
    separator = 'comma',
    header = true,
    columns,
    escape_formulas: escapeFormulas = false,
  } = call.parameters
  return runTextOperation(deps, call, {
    operation: 'csv.format',
    purpose: 'writing the CSV',
    member: '',
    source: undefined,
    target: targetOf(call, 'table.csv', 'text/csv'),
    input: {
      items: items,
      separator: (separator === 'detect' ? 'comma' : separator) as Separator,
      header: header as boolean,
      columns: columns as readonly string[] | undefined,
      escapeFormulas: escapeFormulas as boolean,
    },
  })
}
