import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { maxDepth } from './budget-limits.ts'
import { stringify } from './stringify.ts'
import { DateValue, isList, RegexValue, type Value } from './values.ts'

export type Primitive = null | undefined | boolean | number | string

/** Text as JavaScript's String() makes it, except that an object becomes its JSON. */
export function toText(run: Evaluation, value: Value, location: SourceLocation): string {
  return typeof value === 'string' ? value : textOf(run, value, location, 0)
}

function textOf(run: Evaluation, value: Value, location: SourceLocation, depth: number): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof DateValue) return value.toJSON()
  if (value instanceof RegexValue) return `/${value.source}/${value.flags}`
  if (isList(value)) return joinList(run, value, ',', location, depth)
  return stringify(run, value, 0, location)
}

export function joinList(
  run: Evaluation,
  list: readonly Value[],
  separator: string,
  location: SourceLocation,
  depth = 0,
): string {
  if (depth > maxDepth) location.fail(`This list is nested deeper than ${maxDepth} levels.`)
  run.work(list.length, location)
  let length = Math.max(0, list.length - 1) * separator.length
  run.reserveText(length, location)
  const parts: string[] = []
  for (const entry of list) {
    const part = entry === null || entry === undefined ? '' : textOf(run, entry, location, depth + 1)
    run.growText(length, part.length, location)
    length += part.length
    parts.push(part)
  }
  return parts.join(separator)
}

/**
 * Two texts in one. Costs no copy of the longer one, so that is not charged: otherwise building a text
 * piece by piece would cost the square of its length.
 */
export function joinTexts(run: Evaluation, head: string, tail: string, location: SourceLocation): string {
  const length = head.length + tail.length
  if (length > run.limits.text) run.reserveText(length, location)
  run.work(Math.min(head.length, tail.length) + 1, location)
  return head + tail
}

export function toNumber(run: Evaluation, value: Value, location: SourceLocation): number {
  if (typeof value === 'number') return value
  if (value instanceof DateValue) return value.ms
  if (typeof value === 'object' && value !== null)
    return textToNumber(run, toText(run, value, location), location)
  if (typeof value === 'string') return textToNumber(run, value, location)
  return Number(value)
}

function textToNumber(run: Evaluation, text: string, location: SourceLocation): number {
  run.work(text.length, location)
  return Number(text)
}

/** A whole number, or an infinity, as positions and counts are read. */
export function toInteger(run: Evaluation, value: Value, location: SourceLocation): number {
  const number = Math.trunc(toNumber(run, value, location))
  return Number.isNaN(number) ? 0 : number
}

/** Dates count as text when added and as milliseconds when compared. */
export function toPrimitive(
  run: Evaluation,
  value: Value,
  location: SourceLocation,
  dates: 'text' | 'number',
): Primitive {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof DateValue && dates === 'number') return value.ms
  return toText(run, value, location)
}
