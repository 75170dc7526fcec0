import type { JsonValue } from '#domain/index.ts'

/** Encodes everything but letters, digits and `-._~` (RFC 3986), as request signatures require. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Converts a value to text. */
export function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The texts of a value or of each item of a list; none for null. */
export function listTexts(value: JsonValue): readonly string[] {
  if (value === null) return []
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(listTexts) : [toText(value)]
}
