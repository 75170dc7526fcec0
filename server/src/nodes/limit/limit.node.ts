import Type from 'typebox'
import { bare, listOf } from '#nodes/parameters/line-parts.ts'
import { itemsParameter } from '#nodes/lists/list-parameters.ts'
import { reviewLists, withList } from '#nodes/lists/read-list.ts'
import type { NodeKind } from '#ports/index.ts'

export const limitNode: NodeKind = {
  type: 'limit',
  title: 'Limit',
  summary: 'Keeps the first or the last items of a list.',
  family: 'data',
  icon: 'list-end',
  keywords: ['list', 'first', 'last', 'top', 'take', 'skip', 'slice', 'page'],
  line: listOf(
    `(data.from === "end" ? "last " : "first ") + ${bare('data.count')}`,
    'typeof data.skip === "number" && data.skip > 0 ? "after " + data.skip : ""',
  ),
  parameters: Type.Object({
    items: itemsParameter,
    count: Type.Integer({
      title: 'Count',
      description: 'How many items to keep at most.',
      minimum: 0,
      maximum: 100_000,
      examples: [10],
    }),
    from: Type.Optional(
      Type.Enum(['start', 'end'], {
        title: 'From',
        description: '`start`: the first items. `end`: the last items.',
        default: 'start',
      }),
    ),
    skip: Type.Optional(
      Type.Integer({
        title: 'Skip',
        description: 'How many items to leave out before that, counted from the same side.',
        minimum: 0,
        default: 0,
      }),
    ),
  }),
  output: 'The items that are kept, in their order.',
  example: { data: { items: '{{ input.orders }}', count: 10 } },
  notes: [
    'The same as an expression: `{{ input.orders.slice(0, 10) }}`.',
    'After a `sort` node it keeps the largest or smallest items.',
  ],
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  review: (data) => reviewLists(data, 'items'),
  run: (call) =>
    withList(call, (list) => {
      const { count, skip, from } = call.parameters as { count: number; skip?: number; from?: string }
      const skipped = skip ?? 0
      const end = Math.max(0, list.length - skipped)
      const kept =
        from === 'end' ? list.slice(Math.max(0, end - count), end) : list.slice(skipped, skipped + count)
      return { ok: true, output: kept }
    }),
}
