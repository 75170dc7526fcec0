import Type from 'typebox'
import { isEqualJson, type JsonObject, type JsonValue } from '#domain/index.ts'
import { compareTwo, contains, isEmpty, isMissing } from '#nodes/lists/compare-values.ts'
import { type Field, fieldAt } from '#nodes/lists/fields.ts'
import { FIELD_HELP, fieldParameter, itemsParameter } from '#nodes/lists/list-parameters.ts'
import { computeList } from '#nodes/lists/list-work.ts'
import { type List, reviewLists } from '#nodes/lists/read-list.ts'
import { isTemplate } from '#nodes/parameters/is-template.ts'
import type { NodeKind } from '#ports/index.ts'

type Compare = (left: JsonValue | undefined, right: JsonValue | undefined) => boolean

const OPERATORS = {
  equals: (left, right) => isEqualJson(left ?? null, right ?? null),
  not_equals: (left, right) => !isEqualJson(left ?? null, right ?? null),
  greater: (left, right) => (compareTwo(left, right) ?? 0) > 0,
  greater_or_equal: (left, right) => (compareTwo(left, right) ?? -1) >= 0,
  less: (left, right) => (compareTwo(left, right) ?? 0) < 0,
  less_or_equal: (left, right) => (compareTwo(left, right) ?? 1) <= 0,
  contains,
  not_contains: (left, right) => !contains(left, right),
  starts_with: (left, right) =>
    typeof left === 'string' && typeof right === 'string' && left.startsWith(right),
  ends_with: (left, right) => typeof left === 'string' && typeof right === 'string' && left.endsWith(right),
  one_of: (left, right) => contains(right, left ?? null),
  empty: (left) => isEmpty(left),
  not_empty: (left) => !isEmpty(left),
} satisfies Record<string, Compare>

type Operator = keyof typeof OPERATORS

const WITHOUT_VALUE: ReadonlySet<unknown> = new Set<Operator>(['empty', 'not_empty'])
const WITH_VALUE = Object.keys(OPERATORS).filter((name) => !WITHOUT_VALUE.has(name))

const conditionSchema = Type.Object({
  field: fieldParameter(`The field to check. ${FIELD_HELP}`),
  operator: Type.Enum(Object.keys(OPERATORS), {
    title: 'Operator',
    description:
      'How to compare. `greater` and `less` compare texts with numbers as numbers, and other texts by their characters, which is right for dates such as 2026-01-31. `contains` looks for a text in a text or an entry in a list; `one_of` takes a list as `value`. `empty` is true for a missing field, null, "", [] and {}.',
  }),
  value: Type.Optional(
    Type.Unknown({
      title: 'Value',
      description:
        'What to compare with. `equals` does not convert types: the text "5" does not equal the number 5.',
      'x-when': { operator: WITH_VALUE },
    }),
  ),
})

export const filterNode: NodeKind = {
  type: 'filter',
  title: 'Filter',
  summary: 'Keeps the items of a list that meet conditions.',
  family: 'data',
  icon: 'list-filter',
  keywords: ['list', 'where', 'select', 'keep', 'remove', 'condition', 'search'],
  line: '{{ (Array.isArray(data.conditions) ? data.conditions : []).map(one => [one?.field, typeof one?.operator === "string" ? one.operator.replaceAll("_", " ") : "", one?.value].filter(part => typeof part === "string" && part !== "" || typeof part === "number" || typeof part === "boolean").join(" ")).filter(text => text !== "").join(data.match === "any" ? " or " : " and ").slice(0, 120) }}',
  parameters: Type.Object({
    items: itemsParameter,
    conditions: Type.Array(conditionSchema, {
      title: 'Conditions',
      description: 'Each compares a field of the item with a value. Without conditions, all items are kept.',
      maxItems: 50,
      examples: [[{ field: 'total', operator: 'greater', value: 100 }]],
    }),
    match: Type.Optional(
      Type.Enum(['all', 'any'], {
        title: 'Match',
        description: '`all`: an item must meet all conditions. `any`: one of them is enough.',
        default: 'all',
      }),
    ),
  }),
  output: 'The list of the items that meet the conditions, in their order.',
  example: {
    data: {
      items: '{{ input.orders }}',
      conditions: [
        { field: 'total', operator: 'greater', value: 100 },
        { field: 'customer.country', operator: 'one_of', value: ['DE', 'AT'] },
      ],
    },
  },
  notes: [
    'The same as an expression: `{{ input.orders.filter(order => order.total > 100 && ["DE", "AT"].includes(order.customer.country)) }}`.',
  ],
  handles: ['main'],
  hasEffect: false,
  isInstant: true,
  check: checkConditions,
  review: (data) => reviewLists(data, 'items'),
  run: (call) =>
    computeList(call, function* (list, work) {
      const conditions = (call.parameters['conditions'] as readonly JsonObject[]).map(compile)
      const isAny = call.parameters['match'] === 'any'
      const output: JsonValue[] = []
      for (const item of list) {
        // With all of them, the first that does not hold decides; with any, the first that does.
        let holds = conditions.length === 0 || !isAny
        for (const condition of conditions) {
          const value = condition.read(item)
          if (work.look(value) || work.look(condition.text)) yield
          if (condition.isMet(value) === isAny) {
            holds = isAny
            break
          }
        }
        if (work.add(1)) yield
        if (holds) output.push(item)
      }
      return { ok: true, output }
    }),
}

interface CompiledCondition {
  readonly read: Field
  /** What is read again for each item. */
  readonly text: string
  isMet(value: JsonValue | undefined): boolean
}

function compile({ field, operator, value }: JsonObject): CompiledCondition {
  const read = fieldAt((field as string | undefined) ?? '')
  if (operator === 'one_of' && Array.isArray(value)) return { read, text: '', isMet: oneOf(value as List) }
  const compare: Compare = OPERATORS[operator as Operator]
  return { read, text: typeof value === 'string' ? value : '', isMet: (found) => compare(found, value) }
}

/** Looks texts and numbers up instead of comparing them with every value. */
function oneOf(values: List): CompiledCondition['isMet'] {
  const known = new Set(values)
  const compound = Array.from(known).filter((value) => typeof value === 'object' && value !== null)
  return (found = null) => known.has(found) || (typeof found === 'object' && contains(compound, found))
}

function checkConditions({ conditions }: JsonObject) {
  const problems: { parameter: string; message: string }[] = []
  for (const [index, one] of (Array.isArray(conditions)
    ? (conditions as readonly JsonObject[])
    : []
  ).entries()) {
    const { operator, value } = one ?? {}
    const parameter = `conditions.${index}.value`
    const number = index + 1
    if (typeof operator !== 'string' || isTemplate(operator)) continue
    if (WITHOUT_VALUE.has(operator) || !(operator in OPERATORS)) continue
    if (value === undefined)
      problems.push({ parameter, message: `condition ${number} needs a \`value\` to compare with.` })
    else if (operator === 'one_of' && !isMissing(value) && !Array.isArray(value) && !isTemplate(value))
      problems.push({
        parameter,
        message: `condition ${number} uses \`one_of\`, so its \`value\` must be a list.`,
      })
  }
  return problems
}
