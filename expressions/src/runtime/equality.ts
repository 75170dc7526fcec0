import { toNumber, toPrimitive } from './convert.ts'
import type { SourceLocation } from './problem.ts'
import type { Evaluation } from './evaluation.ts'
import { DateValue, type Value } from './values.ts'

/** Lists and objects are the same when they are one and the same thing; dates when they are the same moment. */
export function isSame(run: Evaluation, left: Value, right: Value, location: SourceLocation): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length !== right.length) return false
    run.work(left.length, location)
    return left === right
  }
  if (left instanceof DateValue && right instanceof DateValue) return left.ms === right.ms
  return left === right
}

/** `==` as in JavaScript: a list, object or date is compared with a simple value by its text. */
export function isEqual(run: Evaluation, left: Value, right: Value, location: SourceLocation): boolean {
  if (left === null || left === undefined) return right === null || right === undefined
  if (right === null || right === undefined) return false
  if (typeof left === typeof right) return isSame(run, left, right, location)
  const a = toPrimitive(run, left, location, 'text')
  const b = toPrimitive(run, right, location, 'text')
  if (typeof a === typeof b) return isSame(run, a, b, location)
  return toNumber(run, a, location) === toNumber(run, b, location)
}
