import Type from 'typebox'
import { fileParameter, readFile, reviewFile } from '#nodes/formats/read-file.ts'
import { type FormatDeps, runFileOperation } from '#nodes/formats/run-file-operation.ts'
import { targetOf, targetParameters } from '#nodes/formats/write-file.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeCall, NodeKind, NodeResult } from '#ports/index.ts'

export function pdfNode(deps: FormatDeps): NodeKind {
  return {
    type: 'pdf',
    title: 'PDF',
    summary: 'Reads the text of a PDF file, as a whole or page by page.',
    family: 'data',
    icon: 'file-type',
    keywords: ['document', 'text', 'extract', 'pages', 'invoice', 'contract', 'acrobat'],
    line: `{{ (data.operation === "info" ? "facts of " : data.operation === "pages" ? "pages of " : "text of ") + ${bare('data.file')} }}`,
    parameters: Type.Object({
      operation: Type.Optional(
        Type.Enum(['text', 'pages', 'info'], {
          title: 'Operation',
          description:
            '`text`: one text of all pages. `pages`: a list with the text of each page. `info`: only the number of pages, title, author and date.',
          default: 'text',
        }),
      ),
      file: fileParameter({ title: 'File', description: 'The PDF file.' }),
      pages: Type.Optional(
        Type.String({
          title: 'Pages',
          description: 'Which pages to read, such as `1`, `2-5` or `1, 3, 7-`. Without it, all pages.',
          maxLength: 200,
          examples: ['1-3'],
          'x-when': { operation: ['text', 'pages'] },
          'x-folded': true,
        }),
      ),
      ...targetParameters('`text.txt`', { operation: ['text'] }),
    }),
    output:
      '`{page_count, title, author, created, text}`; with `pages`, `pages` instead of `text`: a list of `{number, text}`. What the PDF does not say is null. With `to: file`, the text as a file.',
    example: { data: { file: '{{ previous.body }}', pages: '1-3' } },
    notes: [
      'A scanned page has no text: it is a picture. Text in columns and tables comes in the order in which the file has it.',
      'Text of Chinese, Japanese and Korean files that do not embed their fonts cannot be read.',
      'Limits: 50 MiB for the file; 1 MiB for the result, unless it is a file.',
      'Error codes: `PDF_INVALID`, `PASSWORD_REQUIRED`, `PAGE_NOT_FOUND`, `FILE_NOT_FOUND`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    check({ pages }) {
      if (typeof pages !== 'string' || isTemplate(pages) || readRanges(pages) !== undefined) return []
      return [{ parameter: 'pages', message: `${BAD_PAGES}.` }]
    },
    review: (data) => reviewFile(data, 'file'),
    usesFiles: () => true,
    dependsOn: ({ parameters, previous }) => (parameters['file'] === undefined ? previous : null),
    run: (call) => run(deps, call),
  }
}

const BAD_PAGES = '`pages` must be numbers and ranges in ascending order, such as `1, 3, 7-9`'

async function run(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const source = readFile(call, 'file')
  if ('ok' in source) return source
  const { operation = 'text', pages = '' } = call.parameters
  const ranges = readRanges(pages as string)
  if (ranges === undefined) return refuseParameter(`The parameter ${BAD_PAGES}.`)
  return runFileOperation(deps, call, {
    operation: 'pdf.read',
    purpose: 'reading the PDF',
    sources: [source.file],
    input: {
      operation: operation as 'text' | 'pages' | 'info',
      ranges,
      target: operation === 'text' ? targetOf(call, 'text.txt', 'text/plain') : null,
    },
  })
}

/** Undefined when the text is no list of pages. */
function readRanges(text: string): readonly (readonly [number, number])[] | undefined {
  if (text.trim() === '') return []
  const ranges: (readonly [number, number])[] = []
  let after = 0
  for (const part of text.split(',')) {
    const [, start, dash, end] = /^(\d{1,6})(?:\s*(-)\s*(\d{1,6})?)?$/.exec(part.trim()) ?? []
    const first = Number(start)
    const last = dash === undefined ? first : end === undefined ? Number.MAX_SAFE_INTEGER : Number(end)
    if (start === undefined || (dash === undefined && end !== undefined) || first <= after || last < first)
      return undefined
    ranges.push([first, last])
    after = last
  }
  return ranges
}
