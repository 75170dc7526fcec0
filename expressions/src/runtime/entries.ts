import type { Place } from './problem.ts'
import type { Run } from './evaluation.ts'
import { isList, isPlainObject, type Value } from './values.ts'

/** Own properties of an object, positions of a list or a text; nothing for other values, as in JavaScript. */
export function ownEntries(run: Run, value: Value, place: Place): [string, Value][] {
  if (typeof value === 'string') {
    run.reserveProperties(value.length, place)
    return Array.from({ length: value.length }, (_, index) => [String(index), value.charAt(index)])
  }
  if (isList(value)) {
    run.reserveProperties(value.length, place)
    return value.map((entry, index) => [String(index), entry])
  }
  if (!isPlainObject(value)) return []
  const keys = Object.keys(value)
  run.reserveProperties(keys.length, place)
  return keys.map((key) => [key, value[key]])
}
