import type { Separator } from '@millrace/expressions/formats/csv.ts'
import Type from 'typebox'
import { readText, reviewText, textParameter } from '#nodes/formats/read-text.ts'
import { runOperation } from '#nodes/formats/run-operation.ts'
import { ITEMS } from '#nodes/lists/list-parameters.ts'
import { readItems, reviewLists } from '#nodes/lists/read-list.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeCall, NodeKind, NodeResult, WorkerPool } from '#ports/index.ts'

const PARSE = { operation: ['parse'] }
const FORMAT = { operation: ['format'] }

export function csvNode(workers: WorkerPool): NodeKind {
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
      text: textParameter({ title: 'CSV', description: 'The CSV text.', 'x-when': PARSE }),
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
            'The members to write, in this order. Without it, all members of all items, in the order in which they appear.',
          maxItems: 1_000,
          'x-when': FORMAT,
        }),
      ),
      escape_formulas: Type.Optional(
        Type.Boolean({
          title: 'Escape formulas',
          description:
            "Puts a `'` before texts that start with `=`, `+`, `-` or `@`, so that a spreadsheet program does not run what somebody typed into a form.",
          default: false,
          'x-when': FORMAT,
        }),
      ),
    }),
    output:
      '`parse`: a list with one object per row, or one list per row without a header. `format`: the CSV as a text, with lines that end in CR and LF.',
    example: {
      data: { operation: 'parse', text: '{{ previous.body }}', separator: 'semicolon' },
    },
    notes: [
      'The same as expressions: `{{ parseCsv(text) }}` and `{{ toCsv(items) }}`.',
      'Columns without a name are called `column_2` after their position; a name that appears again gets a number, such as `name_2`.',
      'Limits: 100,000 rows and 500,000 cells; 1 MiB for the result.',
      'Error codes: `CSV_INVALID`, `TOO_MANY_ITEMS`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    check({ operation, separator }) {
      if (operation !== 'format' || separator !== 'detect') return []
      const message = 'the separator cannot be detected when CSV is written. Choose one.'
      return [{ parameter: 'separator', message }]
    },
    review: (data) =>
      data['operation'] === 'format' ? reviewLists(data, 'items') : reviewText(data, 'text'),
    run: (call) => (call.parameters['operation'] === 'format' ? format(workers, call) : parse(workers, call)),
  }
}

async function parse(workers: WorkerPool, call: NodeCall): Promise<NodeResult> {
  const text = readText(call, 'text')
  if (typeof text !== 'string') return text
  const { separator = 'comma', header = true, convert_types: convertTypes = false } = call.parameters
  return runOperation(workers, call, {
    operation: 'csv.parse',
    purpose: 'reading the CSV',
    input: {
      text,
      separator: separator as Separator | 'detect',
      header: header as boolean,
      convertTypes: convertTypes as boolean,
    },
  })
}

async function format(workers: WorkerPool, call: NodeCall): Promise<NodeResult> {
  const items = readItems(call)
  if ('ok' in items) return items
  const {
    separator = 'comma',
    header = true,
    columns,
    escape_formulas: escapeFormulas = false,
  } = call.parameters
  return runOperation(workers, call, {
    operation: 'csv.format',
    purpose: 'writing the CSV',
    input: {
      items: items,
      separator: (separator === 'detect' ? 'comma' : separator) as Separator,
      header: header as boolean,
      columns: columns as readonly string[] | undefined,
      escapeFormulas: escapeFormulas as boolean,
    },
  })
}
