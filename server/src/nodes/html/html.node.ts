import Type from 'typebox'
import type { JsonObject } from '#domain/index.ts'
import { readSource, reviewSource, sourceParameter } from '#nodes/formats/read-source.ts'
import { type FormatDeps, usesFiles } from '#nodes/formats/run-file-operation.ts'
import { runTextOperation } from '#nodes/formats/run-text-operation.ts'
import { encodingParameter, targetOf, targetParameters } from '#nodes/formats/write-file.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import { bare } from '#nodes/parameters/line-parts.ts'
import type { NodeCall, NodeKind, NodeResult } from '#ports/index.ts'
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
        '`text`: what a person sees, or the content of an element that is not shown, such as `title` and `script`. `html`: the element with its tags. `attribute`: one attribute.',
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

export function htmlNode(deps: FormatDeps): NodeKind {
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
      html: sourceParameter({ title: 'HTML', description: 'The HTML of a page, or a part of one.' }),
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
      encoding: encodingParameter(),
      ...targetParameters('`page.json` or `page.txt`'),
    }),
    output:
      '`extract`: an object with the values; with `each`, a list of such objects. `text`: a text with line breaks where a browser shows them. With `to: file`, a file: the values as JSON, or the text.',
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
      'Limits: 512 levels of elements; 4 MiB for a text and 16 MiB for a file; 1 MiB for the result, unless it is a file.',
      'Error codes: `SELECTOR_INVALID`, `ENCODING_INVALID`, `FILE_NOT_FOUND`, `TOO_COMPLEX`, `TOO_MANY_ITEMS`, `INPUT_TOO_LARGE`, `OUTPUT_TOO_LARGE`, `TIMED_OUT`, `OUT_OF_MEMORY`, `WORKERS_BUSY` (too much work waits already).',
    ],
    handles: ['main'],
    hasEffect: false,
    check: checkValues,
    review: (data) => reviewSource(data, 'html'),
    usesFiles: (call) => usesFiles(call, 'html'),
    dependsOn: ({ parameters, previous }) => (parameters['html'] === undefined ? previous : null),
    run: (call) => run(deps, call),
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

async function run(deps: FormatDeps, call: NodeCall): Promise<NodeResult> {
  const source = readSource(call, 'html')
  if ('ok' in source) return source
  const { operation, values = [], each = '' } = call.parameters
  const common = { purpose: 'reading the HTML', member: 'html', source } as const
  if (operation === 'text')
    return runTextOperation(deps, call, {
      ...common,
      operation: 'html.text',
      target: targetOf(call, 'page.txt', 'text/plain'),
      input: {},
    })
  return runTextOperation(deps, call, {
    ...common,
    operation: 'html.extract',
    target: targetOf(call, 'page.json', 'application/json'),
    input: { each: each as string, values: (values as readonly JsonObject[]).map(toWanted) },
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
