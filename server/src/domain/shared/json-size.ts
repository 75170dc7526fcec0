import type { JsonObject, JsonValue } from './json.ts'

/** Beyond this, limits would be numbers in memory of their own, which takes three times as long. */
const MAX_LIMIT = 2 ** 30

/** Objects with as many members are rare, and reading their names takes milliseconds, however few are used. */
const WIDE = 1_000

/** The sizes of wide objects that were measured to their end. Values never change. */
const wideSizes = new WeakMap<object, number>()
let hasWideSizes = false

/**
 * Estimates the length of the JSON text of a value without creating it; escapes are not counted. Stops as soon as the size
 * exceeds `limit` and then returns a number above it.
 */
export function measureJson(value: JsonValue, limit: number): number {
  return measure(value, limit < MAX_LIMIT ? limit : MAX_LIMIT)
}

/** Whether the object is known to have very many members. */
export function isKnownWide(value: JsonValue): boolean {
  return hasWideSizes && typeof value === 'object' && value !== null && wideSizes.has(value)
}

function measure(value: JsonValue, limit: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'number') return measureNumber(value)
  if (typeof value !== 'object' || value === null) return 4
  if (!Array.isArray(value)) return measureObject(value as JsonObject, limit)
  const items = value as readonly JsonValue[]
  let size = 1
  for (let index = 0; index < items.length; index += 1) {
    size += 1 + measure(items[index] as JsonValue, limit - size)
    if (size > limit) return size
  }
  return Math.max(2, size)
}

/** Lists of small numbers are common, and large. */
function measureNumber(value: number): number {
  if (value < 0 || value >= 10_000_000 || !Number.isInteger(value)) return 8
  if (value < 1_000) return value < 10 ? 1 : value < 100 ? 2 : 3
  return value < 10_000 ? 4 : value < 100_000 ? 5 : value < 1_000_000 ? 6 : 7
}

function measureObject(object: JsonObject, limit: number): number {
  if (hasWideSizes) {
    const known = wideSizes.get(object)
    if (known !== undefined) return known
  }
  let size = 1
  let count = 0
  // Not with Object.entries, which allocates: every output of every step is measured.
  for (const key in object) {
    size += key.length + 4 + measure(object[key] ?? null, limit - size)
    if (size > limit) return size
    count += 1
  }
  if (count >= WIDE) {
    wideSizes.set(object, size)
    hasWideSizes = true
  }
  return Math.max(2, size)
}
