import type { JsonValue } from '../../graph/types.ts'

/** The input of a run, or a part of it. */
export type InputObject = Record<string, JsonValue>

export function isInputObject(value: unknown): value is InputObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
