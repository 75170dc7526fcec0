import type { JsonObject, JsonValue } from './json.ts'

/**
 * Estimates the length of the JSON text of a value without creating it; escapes are not counted. Stops as soon as the size
 * exceeds `limit` and then returns a number above it.
 */
export function measureJson(value: JsonValue, limit: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) {
      size += 1 + measureJson(item, limit - size)
      if (size > limit) return size
    }
    return size
  }
  // Not with Object.entries, which allocates: every output of every step is measured.
  const object = value as JsonObject
  for (const key in object) {
    size += key.length + 4 + measureJson(object[key] ?? null, limit - size)
    if (size > limit) return size
  }
  return size
}
