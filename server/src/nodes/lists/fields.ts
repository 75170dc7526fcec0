import { isJsonObject, type JsonValue, measureJson } from '#domain/index.ts'
import type { ListComputation, ListWork } from './list-work.ts'
import { mergeSort } from './merge-sort.ts'
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

/** Writing less takes some microseconds. */
const LARGE_SIZE = 1_000

/** As `keyOf`, with turns for others while a large value is written. */
export function* writeKey(
  values: readonly (JsonValue | undefined)[],
  work: ListWork,
): ListComputation<string> {
  const isLarge = values.some((value) => value !== undefined && measureJson(value, LARGE_SIZE) > LARGE_SIZE)
  if (!isLarge || (values.length === 1 && typeof values[0] === 'string')) {
    if (work.add(1 + 2 * values.length)) yield
    return keyOf(values)
  }
  const parts: string[] = []
  const add = (part: string) => parts.push(part)
  yield* writeList(
    values.map((value) => (value === undefined ? [] : [value])),
    add,
    work,
  )
  // Joining the parts and finding the names of the next value take some milliseconds each.
  yield
  const key = parts.join('')
  yield
  return key
}

/** Writes as `JSON.stringify` does, with sorted members. */
function* writeSorted(value: JsonValue, add: (part: string) => void, work: ListWork): ListComputation<void> {
  if (work.add(2)) yield
  if (Array.isArray(value)) yield* writeList(value as List, add, work)
  else if (isJsonObject(value)) {
    const names = Object.keys(value)
    if (names.length > LARGE_SIZE) yield
    let opening = '{'
    for (const name of yield* mergeSort(names, byCodeUnits, work)) {
      add(`${opening}${JSON.stringify(name)}:`)
      yield* writeSorted(value[name] ?? null, add, work)
      opening = ','
    }
    add(opening === '{' ? '{}' : '}')
  } else add(JSON.stringify(value))
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : 1
}

function* writeList(list: List, add: (part: string) => void, work: ListWork): ListComputation<void> {
  for (const [index, item] of list.entries()) {
    add(index === 0 ? '[' : ',')
    yield* writeSorted(item, add, work)
  }
  add(list.length === 0 ? '[]' : ']')
}

export function fieldsAt(paths: JsonValue | undefined): readonly Field[] {
  return ((paths ?? []) as readonly string[]).map(fieldAt)
}

/** The items with equal fields together, in the order in which they first appear. */
export function* groupBy(
  items: List,
  fields: readonly Field[],
  work: ListWork,
): ListComputation<JsonValue[][]> {
  const groups: JsonValue[][] = []
  const [first] = fields
  const only = fields.length === 1 ? first : undefined
  const byValue = new Map<JsonValue | undefined, JsonValue[]>()
  const byKey = new Map<string, JsonValue[]>()
  for (const item of items) {
    const value = only === undefined ? item : only(item)
    // A list can have the same large value many times.
    let same = byValue.get(value)
    if (same !== undefined) {
      if (work.look(typeof value === 'string' ? value : null)) yield
    } else if (only !== undefined && (typeof value === 'string' || typeof value === 'number')) {
      // Texts and numbers need no key of their own.
      if (work.look(value)) yield
      byValue.set(value, (same = addGroup()))
    } else {
      const key = yield* writeKey(
        fields.map((field) => field(item)),
        work,
      )
      same = byKey.get(key)
      if (same === undefined) byKey.set(work.keep(key), (same = addGroup()))
      if (typeof value === 'object') byValue.set(value, same)
    }
    same.push(item)
  }
  return groups

  function addGroup(): JsonValue[] {
    const group: JsonValue[] = []
    groups.push(group)
    return group
  }
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
