import type { JsonValue } from '#domain/index.ts'

/** RFC 3986 to the letter: everything but letters, digits and `-._~`, as signatures want it. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A value where only text fits. */
export function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The texts of a value that may be a list; none for null. */
export function listTexts(value: JsonValue): readonly string[] {
  if (value === null) return []
  return Array.isArray(value) ? (value as readonly JsonValue[]).flatMap(listTexts) : [toText(value)]
}
