import { joinTexts, toNumber, toPrimitive, toText } from '#expressions/runtime/convert.ts'
import { isEqual, isSame } from '#expressions/runtime/equality.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { toIndex } from './property.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { isList, isPlainObject, nameKind, type Value } from '#expressions/runtime/values.ts'

type BinaryOperator = (run: Evaluation, left: Value, right: Value, location: SourceLocation) => Value

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
  ['!==', (run, left, right, location) => !isSame(run, left, right, location)],
  ['==', isEqual],
  ['!=', (run, left, right, location) => !isEqual(run, left, right, location)],
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

function add(run: Evaluation, left: Value, right: Value, location: SourceLocation): Value {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  const a = toPrimitive(run, left, location, 'text')
  const b = toPrimitive(run, right, location, 'text')
  if (typeof a !== 'string' && typeof b !== 'string') return Number(a) + Number(b)
  return joinTexts(run, String(a), String(b), location)
}

function arithmetic(operate: (left: number, right: number) => number): BinaryOperator {
  return (run, left, right, location) => {
    if (typeof left === 'number' && typeof right === 'number') return operate(left, right)
    const number = toNumber(run, left, location)
    return operate(number, toNumber(run, right, location))
  }
}

function comparison(
  numbers: (left: number, right: number) => boolean,
  texts: (left: string, right: string) => boolean,
): BinaryOperator {
  return (run, left, right, location) => {
    if (typeof left === 'number' && typeof right === 'number') return numbers(left, right)
    const a = toPrimitive(run, left, location, 'number')
    const b = toPrimitive(run, right, location, 'number')
    if (typeof a === 'string' && typeof b === 'string') {
      run.work(Math.min(a.length, b.length), location)
      return texts(a, b)
    }
    return numbers(toNumber(run, a, location), toNumber(run, b, location))
  }
}

function isIn(run: Evaluation, left: Value, right: Value, location: SourceLocation): boolean {
  const key = toText(run, left, location)
  run.work(key.length, location)
  if (isList(right)) {
    const index = toIndex(key)
    return key === 'length' || (index !== undefined && index < right.length)
  }
  if (isPlainObject(right)) return Object.hasOwn(right, key)
  return location.fail(
    `\`in\` needs an object on its right side, but it is ${nameKind(right)}.`,
    'To look inside a text or a list write `value.includes(…)`.',
  )
}
