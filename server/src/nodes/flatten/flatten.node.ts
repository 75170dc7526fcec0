import Type from 'typebox'
import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import { fieldAt, nameOfField } from '#nodes/lists/fields.ts'
import { itemsParameter } from '#nodes/lists/list-parameters.ts'
import { computeList, type ListComputation, type ListWork } from '#nodes/lists/list-work.ts'
import { type List, MAX_LIST_ITEMS, reviewLists, tooManyResults } from '#nodes/lists/read-list.ts'
import type { NodeDone, NodeFailed, NodeKind } from '#ports/index.ts'

export const flattenNode: NodeKind = {
  type: 'flatten',
  title: 'Flatten',
  summary: 'Makes one list of lists, or one item per entry of a list inside each item.',
  family: 'data',
  icon: 'unfold-vertical',
  keywords: ['list', 'split out', 'split', 'expand', 'unnest', 'explode', 'lines'],
  line: '{{ typeof data.field === "string" && data.field !== "" ? "by " + data.field.slice(0, 120) : "" }}',
  parameters: Type.Object({
    items: itemsParameter,
    field: Type.Optional(
      Type.String({
        title: 'Field',
        description:
          'The field of each item that holds a list, such as `lines` or `cart.lines`. Without it, the items themselves must be lists, and values that are none stay as they are.',
        maxLength: 500,
      }),
    ),
    keep: Type.Optional(
      Type.Enum(['nothing', 'other_fields'], {
        title: 'Keep',
        description:
          '`nothing`: the result has the entries alone. `other_fields`: each result is the item it came from, with the entry in place of the list.',
        default: 'nothing',
      }),
    ),
  }),
  output:
    'One list of all entries, in their order. Items whose field is missing, null or an empty list add nothing; an entry that is no list counts as a list of one.',
  example: { data: { items: '{{ input.orders }}', field: 'lines', keep: 'other_fields' } },
  notes: [
    'With `other_fields`, the entry is in a member with the last name of `field`: `lines` for `cart.lines`.',
    'The same as an expression: `{{ input.orders.flatMap(order => order.lines.map(line => ({ ...order, lines: line }))) }}`.',
  ],
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  review: (data) => reviewLists(data, 'items'),
  run: (call) =>
    computeList(call, function* (list, work) {
      const { field, keep } = call.parameters as { field?: string; keep?: string }
      if (field === undefined || field === '') return yield* flatten(list, { entriesOf: asList }, work)
      const read = fieldAt(field)
      const name = nameOfField(field)
      const entriesOf = (item: JsonValue) => asList(read(item) ?? [])
      if (keep !== 'other_fields') return yield* flatten(list, { entriesOf }, work)
      return yield* flatten(list, { entriesOf, resultOf: (entry, item) => putInto(entry, item, name) }, work)
    }),
}

interface Flattening {
  entriesOf(item: JsonValue): List
  /** By default the entry itself. */
  resultOf?(entry: JsonValue, item: JsonValue): JsonObject
}

function* flatten(
  list: List,
  { entriesOf, resultOf }: Flattening,
  work: ListWork,
): ListComputation<NodeDone | NodeFailed> {
  const output: JsonValue[] = []
  for (const item of list) {
    const entries = entriesOf(item)
    if (output.length + entries.length > MAX_LIST_ITEMS) return tooManyResults()
    for (const entry of entries) {
      if (work.add(resultOf === undefined ? 1 : 20)) yield
      if (resultOf !== undefined && isJsonObject(item)) work.copy(item)
      output.push(resultOf === undefined ? entry : resultOf(entry, item))
    }
  }
  return { ok: true, output }
}

function asList(value: JsonValue): List {
  return Array.isArray(value) ? (value as List) : [value]
}

function putInto(entry: JsonValue, item: JsonValue, name: string): JsonObject {
  return isJsonObject(item) ? { ...item, [name]: entry } : { [name]: entry }
}
