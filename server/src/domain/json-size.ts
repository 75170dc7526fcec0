import type { JsonValue } from './json.ts'

/** Whether the JSON text of a value is longer than `limit`, without making that text. Stops as soon as it is. */
export function exceedsSize(value: JsonValue, limit: number): boolean {
  return measure(value, limit) > limit
}

/** About as many characters as the JSON text has (escapes are not counted); more than `limit` when it stopped early. */
function measure(value: JsonValue, limit: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) {
      size += 1 + measure(item, limit - size)
      if (size > limit) return size
    }
    return size
  }
  for (const [key, item] of Object.entries(value)) {
    size += key.length + 4 + measure(item, limit - size)
    if (size > limit) return size
  }
  return size
}
