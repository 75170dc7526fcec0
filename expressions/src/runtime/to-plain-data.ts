import { maxDepth } from './budget-limits.ts'
import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { stringify } from './stringify.ts'
import { Callable, DateValue, isList, RegexValue, type JsonValue, type Value } from './values.ts'

/**
 * Turns a value of the interpreter into plain data: missing becomes null, a date its ISO text, a
 * number that JSON does not know becomes null. What is plain already is handed on, not copied.
 */
export function toJson(run: Evaluation, value: Value, location: SourceLocation): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (value === undefined) return null
  return toPlain(run, value, location, 0)
}

/** The text a value becomes inside a longer text. */
export function toText(run: Evaluation, value: Value, location: SourceLocation): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (value instanceof DateValue) return value.toJSON()
  if (typeof value === 'object') {
    return stringify(run, toPlain(run, value, location, 0), 0, location)
  }
  return String(value)
}

function toPlain(run: Evaluation, value: Value, location: SourceLocation, depth: number): JsonValue {
  if (typeof value === 'string') run.work(value.length, location)
  // -0 would come back from storage as 0; better the same before and after.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value === 'object' && value !== null) return containerToPlain(run, value, location, depth)
  return value ?? null
}

function containerToPlain(
  run: Evaluation,
  value: Value & object,
  location: SourceLocation,
  depth: number,
): JsonValue {
  if (value instanceof DateValue) return value.toJSON()
  if (value instanceof RegexValue || (value as object) instanceof Callable) {
    location.fail('The result is a regular expression, which cannot be passed on as data.')
  }
  if (depth >= maxDepth) location.fail(`The result is nested deeper than ${maxDepth} levels.`)
  if (isList(value)) return listToPlain(run, value, location, depth)
  const keys = Object.keys(value)
  run.work(keys.length, location)
  let copy: Record<string, JsonValue> | undefined
  for (const key of keys) {
    run.work(key.length, location)
    const before = value[key]
    const after = toPlain(run, before, location, depth + 1)
    if (!Object.is(before, after)) {
      copy ??= { ...(value as Record<string, JsonValue>) }
      copy[key] = after
    }
  }
  return copy ?? (value as Record<string, JsonValue>)
}

function listToPlain(
  run: Evaluation,
  list: readonly Value[],
  location: SourceLocation,
  depth: number,
): JsonValue {
  run.work(list.length, location)
  let copy: JsonValue[] | undefined
  list.forEach((before, index) => {
    const after = toPlain(run, before, location, depth + 1)
    if (!Object.is(before, after)) {
      copy ??= [...(list as readonly JsonValue[])]
      copy[index] = after
    }
  })
  return copy ?? (list as readonly JsonValue[])
}
