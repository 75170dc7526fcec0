import { joinTexts, toNumber, toPrimitive, toText } from '#expressions/runtime/convert.ts'
import { isEqual, isSame } from '#expressions/runtime/equality.ts'
import type { Place } from '#expressions/runtime/problem.ts'
import { toIndex } from './property.ts'
import type { Run } from '#expressions/runtime/evaluation.ts'
import { isList, isPlainObject, nameKind, type Value } from '#expressions/runtime/values.ts'

type BinaryOperator = (run: Run, left: Value, right: Value, place: Place) => Value

export const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ['+', add],
  ['-', arithmetic((left, right) => left - right)],
  ['*', arithmetic((left, right) => left * right)],
  ['/', arithmetic((left, right) => left / right)],
  ['%', arithmetic((left, right) => left % right)],
  ['**', arithmetic((left, right) => left ** right)],
  ['&', arithmetic((left, right) => left & right)],
  ['|', arithmetic((left, right) => left | right)],
  ['^', arithmetic((left, right) => left ^ right)],
  ['<<', arithmetic((left, right) => left << right)],
  ['>>', arithmetic((left, right) => left >> right)],
  ['>>>', arithmetic((left, right) => left >>> right)],
  ['===', isSame],
  ['!==', (run, left, right, place) => !isSame(run, left, right, place)],
  ['==', isEqual],
  ['!=', (run, left, right, place) => !isEqual(run, left, right, place)],
  [
    '<',
    comparison(
      (left, right) => left < right,
      (left, right) => left < right,
    ),
  ],
  [
    '<=',
    comparison(
      (left, right) => left <= right,
      (left, right) => left <= right,
    ),
  ],
  [
    '>',
    comparison(
      (left, right) => left > right,
      (left, right) => left > right,
    ),
  ],
  [
    '>=',
    comparison(
      (left, right) => left >= right,
      (left, right) => left >= right,
    ),
  ],
  ['in', isIn],
])

function add(run: Run, left: Value, right: Value, place: Place): Value {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  const a = toPrimitive(run, left, place, 'text')
  const b = toPrimitive(run, right, place, 'text')
  if (typeof a !== 'string' && typeof b !== 'string') return Number(a) + Number(b)
  return joinTexts(run, String(a), String(b), place)
}

function arithmetic(operate: (left: number, right: number) => number): BinaryOperator {
  return (run, left, right, place) => {
    if (typeof left === 'number' && typeof right === 'number') return operate(left, right)
    const number = toNumber(run, left, place)
    return operate(number, toNumber(run, right, place))
  }
}

function comparison(
  numbers: (left: number, right: number) => boolean,
  texts: (left: string, right: string) => boolean,
): BinaryOperator {
  return (run, left, right, place) => {
    if (typeof left === 'number' && typeof right === 'number') return numbers(left, right)
    const a = toPrimitive(run, left, place, 'number')
    const b = toPrimitive(run, right, place, 'number')
    if (typeof a === 'string' && typeof b === 'string') {
      run.work(Math.min(a.length, b.length), place)
      return texts(a, b)
    }
    return numbers(toNumber(run, a, place), toNumber(run, b, place))
  }
}

function isIn(run: Run, left: Value, right: Value, place: Place): boolean {
  const key = toText(run, left, place)
  run.work(key.length, place)
  if (isList(right)) {
    const index = toIndex(key)
    return key === 'length' || (index !== undefined && index < right.length)
  }
  if (isPlainObject(right)) return Object.hasOwn(right, key)
  return place.fail(
    `\`in\` needs an object on its right side, but it is ${nameKind(right)}.`,
    'To look inside a text or a list write `value.includes(…)`.',
  )
}
