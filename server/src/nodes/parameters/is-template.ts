import type { JsonValue } from '#domain/index.ts'

/** Whether a value contains an expression, so that its result is only known when the node runs. */
export function isTemplate(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.includes('{{')
}
