/** Encodes everything but letters, digits and `-._~` (RFC 3986), as request signatures require. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
