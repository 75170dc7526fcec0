import { toNumber, type Primitive } from './convert.ts'
import type { Place } from './problem.ts'
import type { Run } from './run.ts'
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

/** `==` as in JavaScript between simple values; a list, object or date never equals a simple value. */
export function isEqual(run: Run, left: Value, right: Value, place: Place): boolean {
  if (isSimple(left) && isSimple(right)) {
    if (left === null || left === undefined) return right === null || right === undefined
    if (right === null || right === undefined) return false
    if (typeof left !== typeof right) return toNumber(run, left, place) === toNumber(run, right, place)
  }
  return isSame(run, left, right, place)
}

function isSimple(value: Value): value is Primitive {
  return typeof value !== 'object' || value === null
}
