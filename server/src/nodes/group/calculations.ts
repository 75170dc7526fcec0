import { type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { compareTwo, isMissing, toNumber } from '#nodes/lists/compare-values.ts'
import { type Field, fieldAt } from '#nodes/lists/fields.ts'
import type { ListComputation, ListWork } from '#nodes/lists/list-work.ts'
import type { List } from '#nodes/lists/read-list.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeFailed } from '#ports/index.ts'

export const OPERATIONS = ['count', 'sum', 'average', 'min', 'max', 'list'] as const

export interface Calculation {
  readonly operation: (typeof OPERATIONS)[number]
  readonly field: string
  readonly name: string
  readonly read: Field
}

export function readCalculation({ operation, field, name }: JsonObject): Calculation {
  const kind = operation as Calculation['operation']
  const path = (field as string | undefined) ?? ''
  const usual = path === '' ? kind : `${kind}_${path.replaceAll('.', '_')}`
  return { operation: kind, field: path, name: (name as string | undefined) ?? usual, read: fieldAt(path) }
}

export function* calculate(
  { operation, field, read }: Calculation,
  items: List,
  work: ListWork,
): ListComputation<{ readonly value: JsonValue } | NodeFailed> {
  if (operation === 'count' && field === '') return { value: items.length }
  const values: JsonValue[] = []
  for (const item of items) {
    const value = read(item)
    // Texts are read again where they are compared or taken for numbers.
    if (typeof value === 'string' ? work.look(value) : work.add(1)) yield
    if (!isMissing(value)) values.push(value)
  }
  switch (operation) {
    case 'count':
      return { value: values.length }
    case 'list':
      return { value: values }
    case 'min':
      return yield* pick(values, field, (order) => order < 0, work)
    case 'max':
      return yield* pick(values, field, (order) => order > 0, work)
    case 'sum':
    case 'average':
      return yield* add(values, { operation, field }, work)
  }
}

function* add(
  values: List,
  { operation, field }: Pick<Calculation, 'operation' | 'field'>,
  work: ListWork,
): ListComputation<{ readonly value: number | null } | NodeFailed> {
  let sum = 0
  for (const value of values) {
    if (work.look(value)) yield
    const number = toNumber(value)
    if (number === undefined) return refuse(operation, field, value)
    sum += number
  }
  if (operation === 'sum') return { value: sum }
  return { value: values.length === 0 ? null : sum / values.length }
}

function* pick(
  values: List,
  field: string,
  isBetter: (order: number) => boolean,
  work: ListWork,
): ListComputation<{ readonly value: JsonValue } | NodeFailed> {
  let best: JsonValue = null
  for (const value of values) {
    if (work.look(value)) yield
    if (best === null) {
      if (compareTwo(value, value) === undefined) return refuse('min and max', field, value)
      best = value
      continue
    }
    const order = compareTwo(value, best)
    if (order === undefined) return refuse('min and max', field, value)
    if (isBetter(order)) best = value
  }
  return { value: best }
}

function refuse(operation: string, field: string, value: JsonValue): NodeFailed {
  const what = field === '' ? 'an item' : `the field \`${field}\` of an item`
  const shown = typeof value === 'string' ? ` "${value.slice(0, 40)}"` : ''
  return refuseParameter(
    `Cannot calculate ${operation}: ${what} is ${nameJsonType(value)}${shown}. Remove such items with a \`filter\` node first.`,
  )
}
