import { toNumber, toPrimitive } from './convert.ts'
import type { Place } from './problem.ts'
import type { Run } from './evaluation.ts'
import { DateValue, type Value } from './values.ts'

/** Lists and objects are the same when they are one and the same thing; dates when they are the same moment. */
export function isSame(run: Run, left: Value, right: Value, place: Place): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    if (left.length !== right.length) return false
    run.work(left.length, place)
    return left === right
  }
  if (left instanceof DateValue && right instanceof DateValue) return left.ms === right.ms
  return left === right
}

/** `==` as in JavaScript: a list, object or date is compared with a simple value by its text. */
export function isEqual(run: Run, left: Value, right: Value, place: Place): boolean {
  if (left === null || left === undefined) return right === null || right === undefined
  if (right === null || right === undefined) return false
  if (typeof left === typeof right) return isSame(run, left, right, place)
  const a = toPrimitive(run, left, place, 'text')
  const b = toPrimitive(run, right, place, 'text')
  if (typeof a === typeof b) return isSame(run, a, b, place)
  return toNumber(run, a, place) === toNumber(run, b, place)
}
