import { maxDepth } from './budget-limits.ts'
import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { stringify } from './stringify.ts'
import { Callable, DateValue, isList, RegexValue, type JsonValue, type Value } from './values.ts'

/** To remember smaller ones takes longer than to look at them again. */
const largeContainer = 64

/** A property costs as much as this many entries of a list, and so does a list or an object itself. */
const propertyEntries = 8
const containerEntries = 8

/**
 * Converts a value of the interpreter to plain data: undefined becomes null, a date becomes its ISO text, and
 * a number that JSON cannot represent becomes null. Values that are already plain are not copied.
 */
export function toJson(evaluation: Evaluation, value: Value, location: SourceLocation): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (value === undefined) return null
  return toPlain(evaluation, value, location, 0)
}

/** Converts a value to text for use inside a longer text. */
export function toText(evaluation: Evaluation, value: Value, location: SourceLocation): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (value instanceof DateValue) return value.toJSON()
  if (typeof value === 'object') {
    return stringify(evaluation, toPlain(evaluation, value, location, 0), 0, location)
  }
  return String(value)
}

function toPlain(evaluation: Evaluation, value: Value, location: SourceLocation, depth: number): JsonValue {
  if (typeof value === 'string') evaluation.work(value.length, location)
  // -0 becomes 0 here, as it would in storage, so that the value is the same before and after.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  if (typeof value === 'object' && value !== null) return containerToPlain(evaluation, value, location, depth)
  return value ?? null
}

function containerToPlain(
  evaluation: Evaluation,
  value: Value & object,
  location: SourceLocation,
  depth: number,
): JsonValue {
  if (value instanceof DateValue) return value.toJSON()
  if (value instanceof RegexValue || (value as object) instanceof Callable) {
    location.fail('The result is a regular expression, which cannot be converted to data.')
  }
  if (depth >= maxDepth) location.fail(`The result is nested more than ${maxDepth} levels deep.`)
  if (evaluation.isKnownPlain(value, depth)) return value as JsonValue
  if (isList(value)) return listToPlain(evaluation, value, location, depth)
  const keys = Object.keys(value)
  evaluation.visit(containerEntries + keys.length * propertyEntries, location)
  let copy: Record<string, JsonValue> | undefined
  for (const key of keys) {
    evaluation.work(key.length, location)
    const before = value[key]
    const after = toPlain(evaluation, before, location, depth + 1)
    if (!Object.is(before, after)) {
      copy ??= { ...(value as Record<string, JsonValue>) }
      copy[key] = after
    }
  }
  if (copy === undefined && keys.length >= largeContainer) evaluation.addPlain(value, depth)
  return copy ?? (value as Record<string, JsonValue>)
}

function listToPlain(
  evaluation: Evaluation,
  list: readonly Value[],
  location: SourceLocation,
  depth: number,
): JsonValue {
  evaluation.visit(containerEntries + list.length, location)
  let copy: JsonValue[] | undefined
  list.forEach((before, index) => {
    const after = toPlain(evaluation, before, location, depth + 1)
    if (!Object.is(before, after)) {
      copy ??= [...(list as readonly JsonValue[])]
      copy[index] = after
    }
  })
  if (copy === undefined && list.length >= largeContainer) evaluation.addPlain(list, depth)
  return copy ?? (list as readonly JsonValue[])
}
