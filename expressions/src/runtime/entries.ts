import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { isList, isPlainObject, type Value } from './values.ts'

/** Own properties of an object, or the entries of a list or text by index; empty for other values, as in JavaScript. */
export function ownEntries(
  evaluation: Evaluation,
  value: Value,
  location: SourceLocation,
): [string, Value][] {
  if (typeof value === 'string') {
    evaluation.reserveProperties(value.length, location)
    return Array.from({ length: value.length }, (_, index) => [String(index), value.charAt(index)])
  }
  if (isList(value)) {
    evaluation.reserveProperties(value.length, location)
    return value.map((entry, index) => [String(index), entry])
  }
  if (!isPlainObject(value)) return []
  const keys = Object.keys(value)
  evaluation.reserveProperties(keys.length, location)
  return keys.map((key) => [key, value[key]])
}
