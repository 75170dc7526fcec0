import { type JsonObject, type JsonValue, nameJsonType } from '#domain/index.ts'
import { compareTwo, isMissing, toNumber } from '#nodes/lists/compare-values.ts'
import { fieldAt } from '#nodes/lists/fields.ts'
import type { List } from '#nodes/lists/read-list.ts'
import { refuseParameter } from '#nodes/parameters/refuse-parameter.ts'
import type { NodeFailed } from '#ports/index.ts'

export const OPERATIONS = ['count', 'sum', 'average', 'min', 'max', 'list'] as const

export interface Calculation {
  readonly operation: (typeof OPERATIONS)[number]
  readonly field: string
  readonly name: string
}

export function readCalculation({ operation, field, name }: JsonObject): Calculation {
  const kind = operation as Calculation['operation']
  const path = (field as string | undefined) ?? ''
  const usual = path === '' ? kind : `${kind}_${path.replaceAll('.', '_')}`
  return { operation: kind, field: path, name: (name as string | undefined) ?? usual }
}

export function calculate(
  { operation, field }: Calculation,
  items: List,
): { readonly value: JsonValue } | NodeFailed {
  const values = items.map(fieldAt(field)).filter((value): value is JsonValue => !isMissing(value))
  switch (operation) {
    case 'count':
      return { value: field === '' ? items.length : values.length }
    case 'list':
      return { value: values }
    case 'min':
      return pick(values, field, (order) => order < 0)
    case 'max':
      return pick(values, field, (order) => order > 0)
    case 'sum':
    case 'average':
      return add(values, { operation, field })
  }
}

function add(values: List, { operation, field }: Pick<Calculation, 'operation' | 'field'>) {
  let sum = 0
  for (const value of values) {
    const number = toNumber(value)
    if (number === undefined) return refuse(operation, field, value)
    sum += number
  }
  if (operation === 'sum') return { value: sum }
  return { value: values.length === 0 ? null : sum / values.length }
}

function pick(values: List, field: string, isBetter: (order: number) => boolean) {
  let best: JsonValue = null
  for (const value of values) {
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
