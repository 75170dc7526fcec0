import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { maxDepth } from './budget-limits.ts'
import { stringify } from './stringify.ts'
import { DateValue, isList, RegexValue, type Value } from './values.ts'

export type Primitive = null | undefined | boolean | number | string

/** Converts to text like JavaScript's String(), except that an object becomes JSON. */
export function toText(evaluation: Evaluation, value: Value, location: SourceLocation): string {
  return typeof value === 'string' ? value : textOf(evaluation, value, location, 0)
}

function textOf(evaluation: Evaluation, value: Value, location: SourceLocation, depth: number): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof DateValue) return value.toJSON()
  if (value instanceof RegexValue) return `/${value.source}/${value.flags}`
  if (isList(value)) return joinNested(evaluation, { list: value, separator: ',', depth }, location)
  return stringify(evaluation, value, 0, location)
}

export function joinList(
  evaluation: Evaluation,
  list: readonly Value[],
  separator: string,
  location: SourceLocation,
): string {
  return joinNested(evaluation, { list, separator, depth: 0 }, location)
}

interface NestedList {
  readonly list: readonly Value[]
  readonly separator: string
  readonly depth: number
}

function joinNested(
  evaluation: Evaluation,
  { list, separator, depth }: NestedList,
  location: SourceLocation,
): string {
  if (depth > maxDepth) location.fail(`This list is nested more than ${maxDepth} levels deep.`)
  // Numbers become texts first.
  evaluation.visit(list.length * 2, location)
  let length = Math.max(0, list.length - 1) * separator.length
  evaluation.reserveText(length, location)
  const parts: string[] = []
  for (const entry of list) {
    const part = entry === null || entry === undefined ? '' : textOf(evaluation, entry, location, depth + 1)
    evaluation.growText(length, part.length, location)
    length += part.length
    parts.push(part)
  }
  return parts.join(separator)
}

/**
 * Concatenates two texts. The engine does not copy the longer one until the result is read, so it is not charged here:
 * otherwise building a text piece by piece would cost the square of its length.
 */
export function joinTexts(
  evaluation: Evaluation,
  head: string,
  tail: string,
  location: SourceLocation,
): string {
  const length = head.length + tail.length
  if (length > evaluation.limits.text) evaluation.reserveText(length, location)
  evaluation.work(Math.min(head.length, tail.length) + 1, location)
  if (head !== '' && tail !== '') evaluation.addJoined(length)
  return head + tail
}

export function toNumber(evaluation: Evaluation, value: Value, location: SourceLocation): number {
  if (typeof value === 'number') return value
  if (value instanceof DateValue) return value.ms
  if (typeof value === 'object' && value !== null)
    return textToNumber(evaluation, toText(evaluation, value, location), location)
  if (typeof value === 'string') return textToNumber(evaluation, value, location)
  return Number(value)
}

function textToNumber(evaluation: Evaluation, text: string, location: SourceLocation): number {
  evaluation.work(text.length, location)
  return Number(text)
}

/** Converts to an integer or an infinity, as JavaScript does for positions and counts. */
export function toInteger(evaluation: Evaluation, value: Value, location: SourceLocation): number {
  const number = Math.trunc(toNumber(evaluation, value, location))
  return Number.isNaN(number) ? 0 : number
}

/** A date becomes text in an addition and milliseconds in a comparison. */
export function toPrimitive(
  evaluation: Evaluation,
  value: Value,
  location: SourceLocation,
  dates: 'text' | 'number',
): Primitive {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof DateValue && dates === 'number') return value.ms
  return toText(evaluation, value, location)
}
