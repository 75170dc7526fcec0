import Type from 'typebox'
import type { JsonValue } from '#domain/index.ts'
import { fieldAt, fieldsAt, groupBy } from '#nodes/lists/fields.ts'
import { FIELD_HELP, fieldList, itemsParameter } from '#nodes/lists/list-parameters.ts'
import { computeList } from '#nodes/lists/list-work.ts'
import { reviewLists } from '#nodes/lists/read-list.ts'
import type { NodeKind } from '#ports/index.ts'

export const uniqueNode: NodeKind = {
  type: 'unique',
  title: 'Remove duplicates',
  summary: 'Keeps one of several items that are the same.',
  family: 'data',
  icon: 'copy-minus',
  keywords: ['list', 'unique', 'distinct', 'dedupe', 'deduplicate', 'same'],
  line: '{{ Array.isArray(data.fields) && data.fields.length > 0 ? "by " + data.fields.map(field => typeof field === "string" ? field : JSON.stringify(field)).join(", ").slice(0, 120) : "" }}',
  parameters: Type.Object({
    items: itemsParameter,
    fields: Type.Optional(
      fieldList(
        'Fields',
        `Items are the same if these fields are equal. ${FIELD_HELP} Without fields, items are the same if they are equal as a whole.`,
      ),
    ),
    keep: Type.Optional(
      Type.Enum(['first', 'last'], {
        title: 'Keep',
        description: 'Which of the items that are the same is kept.',
        default: 'first',
      }),
    ),
  }),
  output: 'The list without duplicates, in the order in which each item first appears.',
  example: { data: { items: '{{ input.orders }}', fields: ['customer.email'] } },
  notes: [
    'The same as an expression: `{{ input.orders.filter((order, index, all) => all.findIndex(other => other.customer.email === order.customer.email) === index) }}`.',
    'It compares within one list. The node `only_new` remembers the items of earlier runs.',
  ],
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  review: (data) => reviewLists(data, 'items'),
  run: (call) =>
    computeList(call, function* (list, work) {
      const { fields, keep } = call.parameters
      const compared = fieldsAt(fields)
      const groups = yield* groupBy(list, compared.length === 0 ? [fieldAt('')] : compared, work)
      const position = keep === 'last' ? -1 : 0
      return { ok: true, output: groups.map((same) => same.at(position) as JsonValue) }
    }),
}
