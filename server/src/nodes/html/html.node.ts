import Type from 'typebox'
import type { JsonObject } from '#domain/index.ts'
import { readText, reviewText, textParameter } from '#nodes/formats/read-text.ts'
import { runOperation } from '#nodes/formats/run-operation.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeCall, NodeKind, NodeResult, WorkerPool } from '#ports/index.ts'
import type { WantedValue } from '#nodes/format-operations/extract-values.ts'

const EXTRACT = { operation: ['extract'] }

const valueSchema = Type.Object({
  name: Type.String({
    title: 'Name',
    description: 'The member of the result.',
    minLength: 1,
    maxLength: 200,
  }),
  selector: Type.Optional(
    Type.String({
      title: 'Selector',
      description:
        'A CSS selector, such as `h1`, `.price` or `table tr:nth-child(2) td`. Empty: the element that `each` found.',
      maxLength: 1_000,
    }),
  ),
  get: Type.Optional(
    Type.Enum(['text', 'html', 'attribute'], {
      title: 'Get',
      description:
        '`text`: what a person sees. `html`: the element with its tags. `attribute`: one attribute.',
      default: 'text',
    }),
  ),
  attribute: Type.Optional(
    Type.String({
      title: 'Attribute',
      description: 'Such as `href`.',
      maxLength: 200,
      'x-when': { get: ['attribute'] },
    }),
  ),
  all: Type.Optional(
    Type.Boolean({
      title: 'All',
      description: 'Whether the value is a list of all matches. Otherwise it is the first match, or null.',
      default: false,
    }),
  ),
})

export function htmlNode(workers: WorkerPool): NodeKind {
  return {
    type: 'html',
    title: 'HTML',
    summary: 'Takes values out of a web page by CSS selectors, or makes readable text of it.',
    family: 'data',
    icon: 'file-search',
    keywords: ['scrape', 'web page', 'selector', 'css', 'extract', 'parse', 'strip tags', 'plain text'],
    line: `{{ data.operation === "text" ? "to text: " + ${bare('data.html')} : typeof data.each === "string" && data.each !== "" ? "each " + data.each.slice(0, 120) : (Array.isArray(data.values) ? data.values : []).map(one => typeof one?.name === "string" ? one.name : "").filter(name => name !== "").join(", ").slice(0, 120) }}`,
    parameters: Type.Object({
      operation: Type.Optional(
        Type.Enum(['extract', 'text'], {
          title: 'Operation',
          description: '`extract`: values by CSS selectors. `text`: the text that a person sees.',
          default: 'extract',
        }),
      ),
      html: textParameter({ title: 'HTML', description: 'The HTML of a page, or a part of one.' }),
      values: Type.Optional(
        Type.Array(valueSchema, {
          title: 'Values',
          description: 'What to take out of the page.',
          maxItems: 100,
          'x-when': EXTRACT,
          examples: [[{ name: 'title', selector: 'h1' }]],
        }),
      ),
      each: Type.Optional(
        Type.String({
          title: 'Each',
          description:
            'A CSS selector of elements that repeat, such as `.product`. The result is then a list with one object per element, and the selectors of the values search inside it.',
          maxLength: 1_000,
          'x-when': EXTRACT,
        }),
      ),
    }),
    output:
      '`extract`: an object with the values; with `each`, a list of such objects. `text`: a text with line breaks where a browser shows them.',
    example: {
      data: {
        html: '{{ previous.body }}',
        each: '.product',
        values: [
          { name: 'title', selector: 'h2' },
          { name: 'link', selector: 'a', get: 'attribute', attribute: 'href' },
        ],
      },
    },
    notes: [
      'Scripts of the page do not run: values that a page loads later are not in its HTML.',
      'Limits: 512 levels of elements; 1 MiB for the result.',
      'Error codes: `SELECTOR_INVALID`, `TOO_COMPLEX`, `TOO_MANY_ITEMS`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    check: checkValues,
    review: (data) => reviewText(data, 'html'),
    run: (call) => run(workers, call),
  }
}

function checkValues({ operation, values }: JsonObject) {
  if (operation === 'text' || isTemplate(operation)) return []
  if (values === undefined || (Array.isArray(values) && values.length === 0)) {
    const message = '`extract` needs `values`: what to take out of the page.'
    return [{ parameter: 'values', message }]
  }
  return (Array.isArray(values) ? (values as readonly (JsonObject | null)[]) : []).flatMap((one, index) => {
    if (one?.['get'] !== 'attribute' || (one['attribute'] ?? '') !== '') return []
    const message = `value ${index + 1} gets an attribute, so it needs the name of the \`attribute\`.`
    return [{ parameter: `values.${index}.attribute`, message }]
  })
}

async function run(workers: WorkerPool, call: NodeCall): Promise<NodeResult> {
  const html = readText(call, 'html')
  if (typeof html !== 'string') return html
  const { operation, values = [], each = '' } = call.parameters
  if (operation === 'text')
    return runOperation(workers, call, {
      operation: 'html.text',
      purpose: 'reading the HTML',
      input: { html },
    })
  return runOperation(workers, call, {
    operation: 'html.extract',
    purpose: 'reading the HTML',
    input: { html, each: each as string, values: (values as readonly JsonObject[]).map(toWanted) },
  })
}

function toWanted({ name, selector, get, attribute, all }: JsonObject): WantedValue {
  return {
    name: name as string,
    selector: (selector ?? '') as string,
    get: (get ?? 'text') as WantedValue['get'],
    attribute: (attribute ?? '') as string,
    all: all === true,
  }
}
