import type { Place } from './problem.ts'
import type { Run } from './evaluation.ts'
import { maxDepth } from './budget-limits.ts'
import { stringify } from './stringify.ts'
import { DateValue, isList, RegexValue, type Value } from './values.ts'

export type Primitive = null | undefined | boolean | number | string

/** Text as JavaScript's String() makes it, except that an object becomes its JSON. */
export function toText(run: Run, value: Value, place: Place): string {
  return typeof value === 'string' ? value : textOf(run, value, place, 0)
}

function textOf(run: Run, value: Value, place: Place, depth: number): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof DateValue) return value.toJSON()
  if (value instanceof RegexValue) return `/${value.source}/${value.flags}`
  if (isList(value)) return joinList(run, value, ',', place, depth)
  return stringify(run, value, 0, place)
}

export function joinList(
  run: Run,
  list: readonly Value[],
  separator: string,
  place: Place,
  depth = 0,
): string {
  if (depth > maxDepth) place.fail(`This list is nested deeper than ${maxDepth} levels.`)
  run.work(list.length, place)
  let length = Math.max(0, list.length - 1) * separator.length
  run.reserveText(length, place)
  const parts: string[] = []
  for (const entry of list) {
    const part = entry === null || entry === undefined ? '' : textOf(run, entry, place, depth + 1)
    run.growText(length, part.length, place)
    length += part.length
    parts.push(part)
  }
  return parts.join(separator)
}

/**
 * Two texts in one. Costs no copy of the longer one, so that is not charged: otherwise building a text
 * piece by piece would cost the square of its length.
 */
export function joinTexts(run: Run, head: string, tail: string, place: Place): string {
  const length = head.length + tail.length
  if (length > run.limits.text) run.reserveText(length, place)
  run.work(Math.min(head.length, tail.length) + 1, place)
  return head + tail
}

export function toNumber(run: Run, value: Value, place: Place): number {
  if (typeof value === 'number') return value
  if (value instanceof DateValue) return value.ms
  if (typeof value === 'object' && value !== null) return textToNumber(run, toText(run, value, place), place)
  if (typeof value === 'string') return textToNumber(run, value, place)
  return Number(value)
}

function textToNumber(run: Run, text: string, place: Place): number {
  run.work(text.length, place)
  return Number(text)
}

/** A whole number, or an infinity, as positions and counts are read. */
export function toInteger(run: Run, value: Value, place: Place): number {
  const number = Math.trunc(toNumber(run, value, place))
  return Number.isNaN(number) ? 0 : number
}

/** Dates count as text when added and as milliseconds when compared. */
export function toPrimitive(run: Run, value: Value, place: Place, dates: 'text' | 'number'): Primitive {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof DateValue && dates === 'number') return value.ms
  return toText(run, value, place)
}
