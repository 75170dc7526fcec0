import Type from 'typebox'
import type { JsonObject } from '#domain/index.ts'
import { compute } from '#nodes/lists/list-work.ts'
import { MAX_LIST_ITEMS, readList, reviewLists } from '#nodes/lists/read-list.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeCall, NodeFailed, NodeKind } from '#ports/index.ts'
import { combineLists, MODES, type Mode } from './combine-lists.ts'

const BY_KEY: ReadonlySet<unknown> = new Set<Mode>(['inner', 'left', 'outer'])

const LIST_HELP = `A list of at most ${MAX_LIST_ITEMS.toLocaleString('en')} items.`

export const combineNode: NodeKind = {
  type: 'combine',
  title: 'Combine lists',
  summary:
    'Makes one list of two: items that belong together by a key, one list after the other, or side by side.',
  family: 'data',
  icon: 'combine',
  keywords: ['list', 'join', 'lookup', 'match', 'enrich', 'append', 'concat', 'zip', 'merge'],
  line: '{{ data.mode === "append" ? "one after the other" : data.mode === "position" ? "by position" : [typeof data.mode === "string" ? data.mode : "inner", typeof data.left_key === "string" && data.left_key !== "" ? "by " + data.left_key.slice(0, 100) : ""].filter(part => part !== "").join(" ") }}',
  parameters: Type.Object({
    mode: Type.Optional(
      Type.Enum([...MODES], {
        title: 'Mode',
        description:
          '`inner`: pairs of items with the same key. `left`: these, and the items of `left` without a partner. `outer`: these, and the items of `right` without a partner. `append`: the items of `left`, then those of `right`. `position`: the first with the first, the second with the second.',
        default: 'inner',
      }),
    ),
    left: Type.Optional(
      Type.Unknown({
        title: 'Left list',
        description: `${LIST_HELP} Without it, the output of the first node that is connected to this one.`,
        examples: ['{{ input.orders }}'],
      }),
    ),
    right: Type.Optional(
      Type.Unknown({
        title: 'Right list',
        description: `${LIST_HELP} Without it, the output of the next node that is connected to this one.`,
        examples: ['{{ nodes.customers.output }}'],
      }),
    ),
    left_key: Type.Optional(
      Type.String({
        title: 'Key of the left list',
        description: 'The field to compare, such as `customer_id`.',
        maxLength: 500,
        'x-when': { mode: ['inner', 'left', 'outer'] },
      }),
    ),
    right_key: Type.Optional(
      Type.String({
        title: 'Key of the right list',
        description:
          'The field of the right items that it must equal, such as `id`. By default the same field.',
        maxLength: 500,
        'x-when': { mode: ['inner', 'left', 'outer'] },
      }),
    ),
    right_as: Type.Optional(
      Type.String({
        title: 'Put the right item into',
        description:
          'A member of the result that holds the right item, such as `customer`. Without it, its members are added to those of the left item and win if both have a member.',
        minLength: 1,
        maxLength: 100,
        'x-when': { mode: ['inner', 'left', 'outer', 'position'] },
      }),
    ),
  }),
  output:
    'One list, in the order of the left items. An item with several partners is there once for each of them.',
  example: {
    data: {
      mode: 'left',
      left: '{{ input.orders }}',
      right: '{{ input.customers }}',
      left_key: 'customer_id',
      right_key: 'id',
      right_as: 'customer',
    },
  },
  notes: [
    'The same as an expression: `{{ input.orders.map(order => ({ ...order, customer: input.customers.find(customer => customer.id === order.customer_id) })) }}`.',
    'Keys are compared without converting types: the text "5" does not equal the number 5. Items without a key have no partner.',
    'Items that are no objects count as `{"value": item}`, except with `append`.',
  ],
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  check: checkKey,
  review: (data) => reviewLists(data, 'left', 'right'),
  run(call) {
    const lists = readLists(call)
    if ('ok' in lists) return lists
    const { mode, left_key, right_key, right_as } = call.parameters
    const options = {
      mode: (mode as Mode | undefined) ?? 'inner',
      leftKey: (left_key as string | undefined) ?? '',
      rightKey: (right_key ?? left_key ?? '') as string,
      rightAs: right_as as string | undefined,
    }
    return compute(call, (work) => combineLists(lists, options, work))
  },
}

function readLists(call: NodeCall) {
  const { left, right } = call.parameters
  const inputs = [...call.inputs()]
  const first = left === undefined ? inputs.shift() : left
  const second = right === undefined ? inputs.shift() : right
  if (first === undefined || second === undefined)
    return refuseMissing(first === undefined ? 'left' : 'right')
  const [leftList, rightList] = [readList(first, 'left'), readList(second, 'right')]
  if ('ok' in leftList) return leftList
  return 'ok' in rightList ? rightList : { left: leftList, right: rightList }
}

function refuseMissing(parameter: string): NodeFailed {
  return refuseParameter(
    `The parameter \`${parameter}\` is missing, and no node that is connected to this one returned a list for it.`,
  )
}

function checkKey({ mode, left_key }: JsonObject) {
  const known = mode === undefined ? 'inner' : mode
  if (typeof known !== 'string' || !BY_KEY.has(known) || (left_key !== undefined && left_key !== ''))
    return []
  const message = `the mode \`${known}\` needs a \`left_key\`: the field by which items belong together.`
  return [{ parameter: 'left_key', message }]
}
