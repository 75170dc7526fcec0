import Type from 'typebox'
import type { JsonObject, JsonValue } from '#domain/index.ts'
import { fieldAt } from '#nodes/lists/fields.ts'
import { FIELD_HELP, fieldParameter, itemsParameter } from '#nodes/lists/list-parameters.ts'
import { computeList, type ListComputation, type ListWork } from '#nodes/lists/list-work.ts'
import { mergeSort } from '#nodes/lists/merge-sort.ts'
import { type List, reviewLists } from '#nodes/lists/read-list.ts'
import type { NodeKind } from '#ports/index.ts'
import { compareColumn, type ComparePositions } from './compare-column.ts'

const keySchema = Type.Object({
  field: fieldParameter(`The field to sort by. ${FIELD_HELP}`),
  order: Type.Optional(
    Type.Enum(['ascending', 'descending'], {
      title: 'Order',
      description: '`ascending`: the smallest first. `descending`: the largest first.',
      default: 'ascending',
    }),
  ),
})

export const sortNode: NodeKind = {
  type: 'sort',
  title: 'Sort',
  summary: 'Sorts a list by one or more fields.',
  family: 'data',
  icon: 'arrow-down-narrow-wide',
  keywords: ['list', 'order', 'rank', 'ascending', 'descending'],
  line: '{{ (Array.isArray(data.by) ? data.by : []).map(one => (typeof one?.field === "string" && one.field !== "" ? one.field : "item") + (one?.order === "descending" ? ", largest first" : "")).join(", ").slice(0, 120) }}',
  parameters: Type.Object({
    items: itemsParameter,
    by: Type.Array(keySchema, {
      title: 'Sort by',
      description:
        'The first field decides; each further one decides between items that are equal so far. Items that are equal in all of them keep their order.',
      minItems: 1,
      maxItems: 10,
      examples: [[{ field: 'total', order: 'descending' }]],
    }),
  }),
  output: 'The sorted list.',
  example: {
    data: {
      items: '{{ input.orders }}',
      by: [{ field: 'total', order: 'descending' }],
    },
  },
  notes: [
    'If all values of a field are numbers or texts with numbers, they are sorted as numbers. Otherwise numbers come before texts, and upper and lower case do not matter. Items without the field are last, in both orders.',
    'The same as an expression: `{{ input.orders.toSorted((a, b) => b.total - a.total) }}`.',
  ],
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  review: (data) => reviewLists(data, 'items'),
  run: (call) =>
    computeList(call, function* (list, work) {
      return { ok: true, output: yield* sort(list, call.parameters['by'] as readonly JsonObject[], work) }
    }),
}

function* sort(list: List, by: readonly JsonObject[], work: ListWork): ListComputation<JsonValue[]> {
  const columns: ComparePositions[] = []
  for (const { field, order } of by) {
    const values = list.map(fieldAt((field as string | undefined) ?? ''))
    columns.push(yield* compareColumn(values, order === 'descending', work))
  }
  const positions = yield* mergeSort(
    list.map((_, index) => index),
    columns.reduce(inTurn),
    work,
  )
  return positions.map((position) => list[position] ?? null)
}

function inTurn(first: ComparePositions, second: ComparePositions): ComparePositions {
  return (a, b) => first(a, b) || second(a, b)
}
