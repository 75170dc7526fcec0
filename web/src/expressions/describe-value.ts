import * as t from '../texts/editor/expressions.ts'
import type { JsonValue } from './scope-position.ts'

const MAX_MEMBERS = 6

/** A value in one line, as JavaScript would write it: `{ sku: "AX-7", quantity: 2, … }`. */
export function describeValue(value: JsonValue | undefined, maxLength = 120): string {
  const text = write(value, maxLength, 0)
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`
}

function write(value: JsonValue | undefined, budget: number, depth: number): string {
  if (value === undefined) return t.missingValue
  if (typeof value === 'string')
    return JSON.stringify(value.length > budget ? `${value.slice(0, budget)}…` : value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) {
    const list = value as readonly JsonValue[]
    if (list.length === 0) return '[]'
    if (depth > 1) return t.listOf(list.length)
    const shown = list.slice(0, MAX_MEMBERS).map((entry) => write(entry, 40, depth + 1))
    return `[${[...shown, ...(list.length > MAX_MEMBERS ? ['…'] : [])].join(', ')}]`
  }
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>)
  if (entries.length === 0) return '{}'
  if (depth > 1) return '{ … }'
  const shown = entries
    .slice(0, MAX_MEMBERS)
    .map(([key, member]) => `${key}: ${write(member, 40, depth + 1)}`)
  return `{ ${[...shown, ...(entries.length > MAX_MEMBERS ? ['…'] : [])].join(', ')} }`
}

/** The example at the right of a completion: a text in quotes, or how large a list is. */
export function describeBriefly(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return t.listOf(value.length)
  if (typeof value === 'object' && value !== null) return t.objectOf(Object.keys(value).length)
  return describeValue(value, 32)
}
