import type { JsonValue } from '../../../graph/types.ts'

/** What a field shows: a text as it is, unless it would be read as something else; anything else as JSON. */
export function showValue(value: JsonValue | undefined): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? ''
  return isJson(value) ? JSON.stringify(value) : value
}

/** The opposite of `showValue`. */
export function parseValue(text: string): JsonValue {
  return isJson(text) ? (JSON.parse(text) as JsonValue) : text
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
