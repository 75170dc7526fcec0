import type { HttpAnswer } from '#ports/index.ts'

/** The JSON object an answer holds, or null: what stands in between (proxies, sign-in pages) answers in HTML. */
export function readJsonObject(answer: HttpAnswer): Readonly<Record<string, unknown>> | null {
  if (answer.truncated) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(answer.body))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** A field of it, when it is text of a sensible length: it is shown to people. */
export function readText(fields: Readonly<Record<string, unknown>> | null, name: string): string | null {
  const value = fields?.[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null
}
