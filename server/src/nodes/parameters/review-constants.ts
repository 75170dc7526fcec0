import type { JsonValue } from '#domain/index.ts'
import type { NodeFailed, NodeFinding } from '#ports/index.ts'

/** Whether a value contains no expression, so that it is the same in every run. */
export function isFixed(value: JsonValue | undefined): boolean {
  return value !== undefined && !JSON.stringify(value).includes('{{')
}

/** What a run would say about a fixed value, as a finding about the parameter. */
export function toFinding(parameter: string, { message }: NodeFailed): NodeFinding {
  const sentence = message.charAt(0).toLowerCase() + message.slice(1)
  return { severity: 'error', parameter, message: sentence }
}
