import Type from 'typebox'
import { isJsonObject, type JsonObject, type JsonValue, nameJsonType } from '#domain/json.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeKind, NodeResult } from '#ports/node-kind.ts'

const MAX_ITEMS = 10_000

export const forEachNode: NodeKind = {
  type: 'for_each',
  title: 'For each',
  summary:
    'Runs the nodes behind `each` once for every item, then goes on at `done` with the list of their results, in the order of the items.',
  group: 'core',
  parameters: Type.Object({
    items: Type.Unknown({
      title: 'Items',
      description:
        'A list, mostly an expression such as `{{ input.orders }}`; at most 10,000 items. Of an object each member is an item `{key, value}`. The nodes behind `each` read `item` and `index`.',
      examples: ['{{ input.orders }}'],
    }),
    concurrency: Type.Optional(
      Type.Integer({
        title: 'At the same time',
        description:
          'How many items are worked on side by side. One run never does more than 16 things at once.',
        minimum: 1,
        maximum: 100,
        default: 1,
      }),
    ),
    on_item_error: Type.Optional(
      Type.Enum(['fail', 'collect'], {
        title: 'When an item fails',
        description:
          '`fail`: the whole loop fails. `collect`: the error takes the place of its result, and the others go on.',
        default: 'fail',
      }),
    ),
  }),
  output:
    'At `each`: the item. At `done`: a list with one result per item, in the order of the items. A result is the output of the last node of the iteration, an object by node id if several nodes are last, or the item itself if no node follows `each`.',
  example: { data: { items: '{{ input.orders }}', concurrency: 4, on_item_error: 'collect' } },
  notes: [
    'With `on_item_error: collect`, the result of a failed item is `{"error": {"code", "message", "node_id"}}`.',
    'If no node follows `done`, the list is the output of the run, as `{"value": […]}`.',
  ],
  handles: ['each', 'done'],
  handleWhenDisabled: 'done',
  isLoop: true,
  hasEffect: false,
  run: ({ parameters }) => {
    const items = readItems(parameters['items'] ?? null)
    return 'ok' in items ? items : repeat(items.list, parameters)
  },
}

function repeat(items: readonly JsonValue[], { concurrency, on_item_error }: JsonObject): NodeResult {
  if (items.length > MAX_ITEMS) {
    const message = `There are ${items.length} items; a for_each takes at most ${MAX_ITEMS}. Hand them over in parts, for example to a workflow of their own.`
    return { ok: false, code: 'TOO_MANY_ITEMS', message, permanent: true }
  }
  return {
    repeat: {
      items,
      concurrency: (concurrency as number | undefined) ?? 1,
      collectErrors: on_item_error === 'collect',
      maxIterations: MAX_ITEMS,
    },
  }
}

function readItems(
  items: JsonValue,
): { readonly list: readonly JsonValue[] } | ReturnType<typeof refuseParameter> {
  if (Array.isArray(items)) return { list: items as readonly JsonValue[] }
  if (isJsonObject(items)) return { list: Object.entries(items).map(([key, value]) => ({ key, value })) }
  const hint =
    typeof items === 'string'
      ? ' A text with JSON in it is read by `{{ JSON.parse(…) }}`.'
      : items === null
        ? ' Does what the expression names exist? For nothing write `{{ … ?? [] }}`.'
        : ''
  return refuseParameter(`The parameter \`items\` must be a list and is ${nameJsonType(items)}.${hint}`)
}
