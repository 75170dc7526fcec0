import { maxDepth } from './budget-limits.ts'
import type { Place } from './problem.ts'
import type { Run } from './evaluation.ts'
import { stringify } from './stringify.ts'
import { Callable, DateValue, isList, RegexValue, type JsonValue, type Value } from './values.ts'

/**
 * Turns a value of the interpreter into plain data: missing becomes null, a date its ISO text, a
 * number that JSON does not know becomes null. What is plain already is handed on, not copied.
 */
export function leaveAsJson(run: Run, value: Value, place: Place): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (value === undefined) return null
  return toPlain(run, value, place, 0)
}

/** The text a value becomes inside a longer text. */
export function leaveAsText(run: Run, value: Value, place: Place): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (value instanceof DateValue) return value.toJSON()
  if (typeof value === 'object') {
    return stringify(run, toPlain(run, value, place, 0), 0, place)
  }
  return String(value)
}

function toPlain(run: Run, value: Value, place: Place, depth: number): JsonValue {
  if (typeof value === 'string') run.work(value.length, place)
  // -0 would come back from storage as 0; better the same before and after.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value === 'object' && value !== null) return containerToPlain(run, value, place, depth)
  return value ?? null
}

function containerToPlain(run: Run, value: Value & object, place: Place, depth: number): JsonValue {
  if (value instanceof DateValue) return value.toJSON()
  if (value instanceof RegexValue || (value as object) instanceof Callable) {
    place.fail('The result is a regular expression, which cannot be passed on as data.')
  }
  if (depth >= maxDepth) place.fail(`The result is nested deeper than ${maxDepth} levels.`)
  if (isList(value)) return listToPlain(run, value, place, depth)
  const keys = Object.keys(value)
  run.work(keys.length, place)
  let copy: Record<string, JsonValue> | undefined
  for (const key of keys) {
    run.work(key.length, place)
    const before = value[key]
    const after = toPlain(run, before, place, depth + 1)
    if (!Object.is(before, after)) {
      copy ??= { ...(value as Record<string, JsonValue>) }
      copy[key] = after
    }
  }
  return copy ?? (value as Record<string, JsonValue>)
}

function listToPlain(run: Run, list: readonly Value[], place: Place, depth: number): JsonValue {
  run.work(list.length, place)
  let copy: JsonValue[] | undefined
  list.forEach((before, index) => {
    const after = toPlain(run, before, place, depth + 1)
    if (!Object.is(before, after)) {
      copy ??= [...(list as readonly JsonValue[])]
      copy[index] = after
    }
  })
  return copy ?? (list as readonly JsonValue[])
}
