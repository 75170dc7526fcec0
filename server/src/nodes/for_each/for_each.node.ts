import Type from 'typebox'
import { isJsonObject, type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { isFixed, toFinding } from '#nodes/parameters/review-constants.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import { bare, listOf } from '#nodes/parameters/line-parts.ts'
import type { NodeKind, NodeResult } from '#ports/index.ts'

const MAX_ITEMS = 10_000

export const forEachNode: NodeKind = {
  type: 'for_each',
  title: 'For each',
  summary:
    'Runs the nodes connected to `each` once for every item, then continues at `done` with the list of their results, in the order of the items.',
  family: 'flow',
  icon: 'repeat',
  keywords: ['loop', 'iterate', 'list', 'items', 'batch', 'map'],
  line: listOf(
    bare('data.items'),
    'typeof data.concurrency === "number" && data.concurrency > 1 ? data.concurrency + " at a time" : ""',
  ),
  parameters: Type.Object({
    items: Type.Unknown({
      title: 'Items',
      description:
        'A list of at most 10,000 items, usually an expression such as `{{ input.orders }}`. For an object, each member is an item `{key, value}`. The nodes connected to `each` can use `item` and `index`.',
      examples: ['{{ input.orders }}'],
    }),
    concurrency: Type.Optional(
      Type.Integer({
        title: 'Concurrency',
        description:
          'How many items are processed concurrently. A run never executes more than 16 steps concurrently.',
        minimum: 1,
        maximum: 100,
        default: 1,
      }),
    ),
    on_item_error: Type.Optional(
      Type.Enum(['fail', 'collect'], {
        title: 'When an item fails',
        description:
          '`fail`: the loop fails. `collect`: the error replaces the result of that item, and the loop continues.',
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
  review({ items }) {
    if (items === undefined || !isFixed(items)) return []
    const read = readItems(items)
    return 'ok' in read ? [toFinding('items', read)] : []
  },
  run: ({ parameters }) => {
    const items = readItems(parameters['items'] ?? null)
    return 'ok' in items ? items : repeat(items.list, parameters)
  },
}

function repeat(items: readonly JsonValue[], { concurrency, on_item_error }: JsonObject): NodeResult {
  if (items.length > MAX_ITEMS) {
    const message = `The parameter \`items\` has ${items.length} items, but a \`for_each\` node takes at most ${MAX_ITEMS}. Split them into batches, for example with a sub-workflow.`
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
      ? ' To read JSON from a string, use `{{ JSON.parse(…) }}`.'
      : items === null
        ? ' Check that the value exists, or use `{{ … ?? [] }}` for an empty list.'
        : ''
  return refuseParameter(`The parameter \`items\` must be a list, but it is ${nameJsonType(items)}.${hint}`)
}
