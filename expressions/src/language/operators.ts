import { joinTexts, toNumber, toPrimitive, toText } from '#expressions/runtime/convert.ts'
import { isEqual, isSame } from '#expressions/runtime/equality.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { toIndex } from './property.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { isList, isPlainObject, nameKind, type Value } from '#expressions/runtime/values.ts'

type BinaryOperator = (evaluation: Evaluation, left: Value, right: Value, location: SourceLocation) => Value

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
  ['!==', (evaluation, left, right, location) => !isSame(evaluation, left, right, location)],
  ['==', isEqual],
  ['!=', (evaluation, left, right, location) => !isEqual(evaluation, left, right, location)],
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

function add(evaluation: Evaluation, left: Value, right: Value, location: SourceLocation): Value {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  const a = toPrimitive(evaluation, left, location, 'text')
  const b = toPrimitive(evaluation, right, location, 'text')
  if (typeof a !== 'string' && typeof b !== 'string') return Number(a) + Number(b)
  return joinTexts(evaluation, String(a), String(b), location)
}

function arithmetic(operate: (left: number, right: number) => number): BinaryOperator {
  return (evaluation, left, right, location) => {
    if (typeof left === 'number' && typeof right === 'number') return operate(left, right)
    const number = toNumber(evaluation, left, location)
    return operate(number, toNumber(evaluation, right, location))
  }
}

function comparison(
  numbers: (left: number, right: number) => boolean,
  texts: (left: string, right: string) => boolean,
): BinaryOperator {
  return (evaluation, left, right, location) => {
    if (typeof left === 'number' && typeof right === 'number') return numbers(left, right)
    const a = toPrimitive(evaluation, left, location, 'number')
    const b = toPrimitive(evaluation, right, location, 'number')
    if (typeof a === 'string' && typeof b === 'string') {
      evaluation.readPart(a, location)
      evaluation.readPart(b, location)
      evaluation.work(Math.min(a.length, b.length), location)
      return texts(a, b)
    }
    return numbers(toNumber(evaluation, a, location), toNumber(evaluation, b, location))
  }
}

function isIn(evaluation: Evaluation, left: Value, right: Value, location: SourceLocation): boolean {
  const key = toText(evaluation, left, location)
  evaluation.work(key.length, location)
  if (isList(right)) {
    const index = toIndex(key)
    return key === 'length' || (index !== undefined && index < right.length)
  }
  if (isPlainObject(right)) return Object.hasOwn(right, key)
  return location.fail(
    `The right side of \`in\` must be an object, but it is ${nameKind(right)}.`,
    'To search a text or a list, write `value.includes(…)`.',
  )
}
