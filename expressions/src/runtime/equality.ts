import { toNumber, toPrimitive } from './convert.ts'
import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { DateValue, type Value } from './values.ts'

/** `===`: lists and objects compare by identity, dates by instant. */
export function isSame(evaluation: Evaluation, left: Value, right: Value, location: SourceLocation): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length !== right.length) return false
    evaluation.work(left.length, location)
    return left === right
  }
  if (left instanceof DateValue && right instanceof DateValue) return left.ms === right.ms
  return left === right
}

/** `==` as in JavaScript: a list, object or date compares with a primitive by its text. */
export function isEqual(
  evaluation: Evaluation,
  left: Value,
  right: Value,
  location: SourceLocation,
): boolean {
  if (left === null || left === undefined) return right === null || right === undefined
  if (right === null || right === undefined) return false
  if (typeof left === typeof right) return isSame(evaluation, left, right, location)
  const a = toPrimitive(evaluation, left, location, 'text')
  const b = toPrimitive(evaluation, right, location, 'text')
  if (typeof a === typeof b) return isSame(evaluation, a, b, location)
  return toNumber(evaluation, a, location) === toNumber(evaluation, b, location)
}
