import type { JsonValue } from '#domain/index.ts'

/** Converts a value to text. */
export function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The texts of a value or of each item of a list; none for null. */
export function listTexts(value: JsonValue): readonly string[] {
  if (value === null) return []
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(listTexts) : [toText(value)]
}
