import Type from 'typebox'
import { readSource, reviewSource, sourceParameter } from '#nodes/formats/read-source.ts'
import { type FormatDeps, usesFiles } from '#nodes/formats/run-file-operation.ts'
import { runTextOperation } from '#nodes/formats/run-text-operation.ts'
import { encodingParameter, targetOf, targetParameters } from '#nodes/formats/write-file.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeCall, NodeKind, NodeResult } from '#ports/index.ts'

export function markdownNode(deps: FormatDeps): NodeKind {
  return {
    type: 'markdown',
    title: 'Markdown',
    summary: 'Makes HTML of Markdown, or Markdown of HTML.',
    family: 'data',
    icon: 'file-text',
    keywords: ['html', 'convert', 'render', 'text', 'email', 'commonmark'],
    line: `{{ (data.operation === "from_html" ? "from HTML: " : "to HTML: ") + ${bare('data.text')} }}`,
    parameters: Type.Object({
      operation: Type.Optional(
        Type.Enum(['to_html', 'from_html'], {
          title: 'Operation',
          description: '`to_html`: Markdown to HTML. `from_html`: HTML to Markdown.',
          default: 'to_html',
        }),
      ),
      text: sourceParameter({
        title: 'Text',
        description: 'The Markdown or the HTML.',
        examples: ['{{ input.message }}'],
      }),
      allow_html: Type.Optional(
        Type.Boolean({
          title: 'Allow HTML',
          description:
            'Whether tags in the Markdown stay tags. Otherwise they are shown as they were typed, and links can only be web, mail and telephone addresses, so that nobody can put a script into the result.',
          default: false,
          'x-when': { operation: ['to_html'] },
        }),
      ),
      encoding: encodingParameter(),
      ...targetParameters('`page.html` or `page.md`'),
    }),
    output: 'The HTML or the Markdown, as a text. With `to: file`, as a file.',
    example: { data: { operation: 'to_html', text: '{{ input.message }}' } },
    notes: [
      'Markdown as on GitHub: with tables, strikethrough and links without brackets. `from_html` writes the cells of a table as lines of text.',
      'Limits: 512 levels of HTML elements; 4 MiB for a text and 16 MiB for a file; 1 MiB for the result, unless it is a file.',
      'Error codes: `TOO_COMPLEX`, `ENCODING_INVALID`, `FILE_NOT_FOUND`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    review: (data) => reviewSource(data, 'text'),
    usesFiles: (call) => usesFiles(call, 'text'),
    dependsOn: ({ parameters, previous }) => (parameters['text'] === undefined ? previous : null),
    run: (call) => run(deps, call),
  }
}

async function run(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const source = readSource(call, 'text')
  if ('ok' in source) return source
  const { operation, allow_html: allowHtml } = call.parameters
  return operation === 'from_html'
    ? runTextOperation(deps, call, {
        operation: 'markdown.from_html',
        purpose: 'writing the Markdown',
        member: 'html',
        source,
        target: targetOf(call, 'page.md', 'text/markdown'),
        input: {},
      })
    : runTextOperation(deps, call, {
        operation: 'markdown.to_html',
        purpose: 'writing the HTML',
        member: 'text',
        source,
        target: targetOf(call, 'page.html', 'text/html'),
        input: { allowHtml: allowHtml === true },
      })
}
