import Type from 'typebox'
import { readText, reviewText, textParameter } from '#nodes/formats/read-text.ts'
import { runOperation } from '#nodes/formats/run-operation.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeCall, NodeKind, NodeResult, WorkerPool } from '#ports/index.ts'

export function markdownNode(workers: WorkerPool): NodeKind {
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
      text: textParameter({
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
    }),
    output: 'The HTML or the Markdown, as a text.',
    example: { data: { operation: 'to_html', text: '{{ input.message }}' } },
    notes: [
      'Markdown as on GitHub: with tables, strikethrough and links without brackets. `from_html` writes the cells of a table as lines of text.',
      'Limits: 512 levels of HTML elements; 1 MiB for the result.',
      'Error codes: `TOO_COMPLEX`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    review: (data) => reviewText(data, 'text'),
    run: (call) => run(workers, call),
  }
}

async function run(workers: WorkerPool, call: NodeCall): Promise<NodeResult> {
  const text = readText(call, 'text')
  if (typeof text !== 'string') return text
  const { operation, allow_html: allowHtml } = call.parameters
  return operation === 'from_html'
    ? runOperation(workers, call, {
        operation: 'markdown.from_html',
        purpose: 'writing the Markdown',
        input: { html: text },
      })
    : runOperation(workers, call, {
        operation: 'markdown.to_html',
        purpose: 'writing the HTML',
        input: { text, allowHtml: allowHtml === true },
      })
}
