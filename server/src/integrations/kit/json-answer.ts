import type { HttpAnswer } from '#ports/index.ts'

/** Parses the JSON object in a response, or returns null: proxies and sign-in pages respond with HTML. */
export function readJsonObject(answer: HttpAnswer): Readonly<Record<string, unknown>> | null {
  if (answer.truncated) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(answer.body))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** A string member of a JSON object, if it is short enough to be shown in a message. */
export function readText(fields: Readonly<Record<string, unknown>> | null, name: string): string | null {
  const value = fields?.[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null
}
