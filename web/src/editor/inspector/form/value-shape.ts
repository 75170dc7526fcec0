import { parseJson } from '../../../components/input/parse-json.ts'
import type { JsonValue } from '../../../graph/types.ts'

/** The type of a value as people choose it. `json` edits any value as text. */
export type ValueShape = 'text' | 'number' | 'boolean' | 'object' | 'list' | 'json' | 'empty'

/** The type of the value, or of an example while there is none. */
export function shapeOf(value: JsonValue | undefined, example?: JsonValue): ValueShape {
  const known = value === undefined ? example : value
  if (known === undefined) return 'text'
  if (known === null) return 'empty'
  if (Array.isArray(known)) return 'list'
  switch (typeof known) {
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'object':
      return 'object'
    default:
      return 'text'
  }
}

/** Keeps as much of a value as the new type can hold. */
export function convertValue(value: JsonValue | undefined, shape: ValueShape): JsonValue | undefined {
  const parsed = typeof value === 'string' ? (parseJson(value) as JsonValue | undefined) : value
  switch (shape) {
    case 'text':
      return value === undefined || value === null
        ? ''
        : typeof value === 'string'
          ? value
          : JSON.stringify(value)
    case 'number':
      return Number.isFinite(Number(parsed)) && parsed !== '' && parsed !== null ? Number(parsed) : 0
    case 'boolean':
      return parsed === true
    case 'object':
      return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {}
    case 'list':
      return Array.isArray(parsed)
        ? (parsed as JsonValue[])
        : value === undefined || value === null || value === ''
          ? []
          : [value]
    case 'empty':
      return null
    default:
      return value
  }
}
