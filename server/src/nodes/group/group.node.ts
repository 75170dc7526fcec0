import Type from 'typebox'
import { isJsonObject, type JsonObject, type JsonValue } from '#domain/index.ts'
import { fieldsAt, groupBy, nameOfField } from '#nodes/lists/fields.ts'
import { FIELD_HELP, fieldList, fieldParameter, itemsParameter } from '#nodes/lists/list-parameters.ts'
import { computeList, type ListComputation, type ListWork } from '#nodes/lists/list-work.ts'
import { type List, reviewLists } from '#nodes/lists/read-list.ts'
import type { NodeDone, NodeFailed, NodeKind } from '#ports/index.ts'
import { calculate, OPERATIONS, readCalculation } from './calculations.ts'

const calculationSchema = Type.Object({
  operation: Type.Enum([...OPERATIONS], {
    title: 'Operation',
    description:
      '`count` counts the items of the group that have the field; without a field, all. `sum` and `average` take numbers and texts with numbers. `min` and `max` also take other texts, such as dates. `list` collects the values. Items without the field are left out.',
  }),
  field: fieldParameter(`The field to calculate with. ${FIELD_HELP}`),
  name: Type.Optional(
    Type.String({
      title: 'Name',
      description:
        'The name of the result. By default the operation and the field, such as `sum_total`, or the operation alone without a field.',
      minLength: 1,
      maxLength: 100,
    }),
  ),
})

export const groupNode: NodeKind = {
  type: 'group',
  title: 'Group items',
  summary:
    'Groups the items of a list by one or more fields, and calculates sums, counts and more for each group.',
  family: 'data',
  icon: 'layers',
  keywords: ['list', 'group by', 'aggregate', 'summarize', 'sum', 'count', 'average', 'min', 'max', 'pivot'],
  line: '{{ Array.isArray(data.by) && data.by.length > 0 ? "by " + data.by.map(field => typeof field === "string" ? field : JSON.stringify(field)).join(", ").slice(0, 120) : "" }}',
  parameters: Type.Object({
    items: itemsParameter,
    by: fieldList(
      'Group by',
      'Items with equal values in these fields are one group, such as `country` or `customer.id`. Without fields, all items are one group.',
    ),
    calculate: Type.Optional(
      Type.Array(calculationSchema, {
        title: 'Calculate',
        description: 'What to calculate for each group. Without it, each group has the list of its `items`.',
        maxItems: 50,
        examples: [[{ operation: 'sum', field: 'total' }]],
      }),
    ),
  }),
  literals: ['calculate[].name'],
  output:
    'A list with one object per group, in the order in which the groups first appear: the last name of each field in `by` (`id` for `customer.id`) with its value, or null if it is missing, and the results.',
  example: {
    data: {
      items: '{{ input.orders }}',
      by: ['country'],
      calculate: [{ operation: 'sum', field: 'total' }, { operation: 'count' }],
    },
  },
  notes: [
    'The same as an expression: `{{ Object.entries(Object.groupBy(input.orders, order => order.country)).map(([country, orders]) => ({ country, sum_total: orders.reduce((sum, order) => sum + order.total, 0), count: orders.length })) }}`.',
    'The sum of no values is 0; `average`, `min` and `max` of no values are null.',
  ],
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  check: checkNames,
  review: (data) => reviewLists(data, 'items'),
  run: (call) => computeList(call, (list, work) => group(list, call.parameters, work)),
}

function* group(
  list: List,
  { by, calculate: wanted }: JsonObject,
  work: ListWork,
): ListComputation<NodeDone | NodeFailed> {
  const names = ((by ?? []) as readonly string[]).map(nameOfField)
  const fields = fieldsAt(by)
  const calculations = (wanted as readonly JsonObject[] | undefined)?.map(readCalculation)
  const output: JsonValue[] = []
  const groups = yield* groupBy(list, fields, work)
  // A sum over nothing is a result too, and a report needs its line.
  if (fields.length === 0 && groups.length === 0) groups.push([])
  for (const items of groups) {
    const row: Record<string, JsonValue> = {}
    for (const [position, field] of fields.entries())
      row[names[position] ?? ''] = field(items[0] ?? null) ?? null
    if (calculations === undefined) row['items'] = items
    for (const calculation of calculations ?? []) {
      const result = yield* calculate(calculation, items, work)
      if ('ok' in result) return result
      row[calculation.name] = result.value
    }
    output.push(row)
  }
  return { ok: true, output }
}

/** Two results with the same name would overwrite each other. */
function checkNames({ by, calculate: wanted }: JsonObject) {
  const problems: { parameter: string; message: string }[] = []
  const seen = new Set<string>()
  const check = (name: string, parameter: string) => {
    if (seen.has(name))
      problems.push({
        parameter,
        message: `two results have the name "${name}". Give one of them another \`name\`.`,
      })
    seen.add(name)
  }
  for (const [index, path] of asList(by).entries()) {
    if (typeof path === 'string' && !path.includes('{{')) check(nameOfField(path), `by.${index}`)
  }
  for (const [index, one] of asList(wanted).entries()) {
    const name = nameOf(one)
    if (name !== undefined) check(name, `calculate.${index}.name`)
  }
  return problems
}

/** The name of a result, if it is known without a run. */
function nameOf(calculation: JsonValue): string | undefined {
  if (!isJsonObject(calculation)) return undefined
  const { operation, field = '', name } = calculation
  if (typeof name === 'string') return name
  const isKnown = typeof operation === 'string' && typeof field === 'string' && !field.includes('{{')
  return isKnown ? readCalculation(calculation).name : undefined
}

function asList(value: JsonValue | undefined): List {
  return Array.isArray(value) ? (value as List) : []
}
