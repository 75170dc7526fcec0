import type { JsonValue } from '#domain/index.ts'

/** Whether a text is still to be evaluated: what it will be cannot be said from the drawing. */
export function isTemplate(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.includes('{{')
}
