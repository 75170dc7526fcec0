import { isJsonObject, type JsonValue } from '#domain/index.ts'
import type { List } from './read-list.ts'

/** Reads a field of an item. Undefined when the item has no such field. */
export type Field = (item: JsonValue) => JsonValue | undefined

/** `customer.country` is the member `country` of the member `customer`; numbers count the entries of a list. Empty: the item itself. */
export function fieldAt(path: string): Field {
  const names = namesIn(path)
  if (names.length === 0) return (item) => item
  const [only] = names
  if (names.length === 1 && only !== undefined) return (item) => memberOf(item, only)
  return (item) => {
    let value: JsonValue | undefined = item
    for (const name of names) {
      if (value === undefined) return undefined
      value = memberOf(value, name)
    }
    return value
  }
}

/** The name that a field gets in a new object: `country` for `customer.country`. */
export function nameOfField(path: string): string {
  return namesIn(path).at(-1) ?? 'value'
}

/** A text that is the same for equal values, whatever the order of their members. */
export function keyOf(values: readonly (JsonValue | undefined)[]): string {
  const [only] = values
  // By far the most frequent keys.
  if (values.length === 1 && typeof only === 'string') return `"${only}`
  if (values.length === 1 && typeof only === 'number') return String(only)
  return JSON.stringify(
    values.map((value) => (value === undefined ? [] : [value])),
    sortMembers,
  )
}

export function fieldsAt(paths: JsonValue | undefined): readonly Field[] {
  return ((paths ?? []) as readonly string[]).map(fieldAt)
}

/** The items by the key of their fields, in the order in which the keys first appear. */
export function indexBy(items: List, fields: readonly Field[]): Map<string, JsonValue[]> {
  const index = new Map<string, JsonValue[]>()
  for (const item of items) {
    const key = keyOf(fields.map((field) => field(item)))
    const sameKey = index.get(key)
    if (sameKey === undefined) index.set(key, [item])
    else sameKey.push(item)
  }
  return index
}

function namesIn(path: string): readonly string[] {
  return path === '' ? [] : path.split('.')
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? (value as List)[Number(name)] : undefined
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function sortMembers(_name: string, value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
