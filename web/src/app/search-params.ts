/** Parses search parameters as plain strings: a token that resembles a number stays a string. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') params.set(name, value)
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
