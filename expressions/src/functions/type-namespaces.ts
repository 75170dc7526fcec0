import { integerAt, numberAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type CallSite, type NamespaceMember } from '#expressions/runtime/builtin.ts'
import { toInteger } from '#expressions/runtime/convert.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { spread } from '#expressions/runtime/spread.ts'
import { Callable, isList, isPlainObject, type Argument, type Value } from '#expressions/runtime/values.ts'
import { readFloat, readInteger } from './global-functions.ts'

export const arrayMembers = toTable<NamespaceMember>({
  isArray: {
    use: 'Array.isArray(value)',
    help: 'Whether the value is a list.',
    example: 'Array.isArray([1])',
    call: (_evaluation, args, site) => isList(valueAt(args, 0, site)),
  },
  from: {
    use: 'Array.from(source, (x, i) => …)',
    help: 'A list created from a list, from the characters of a text, or from a length such as `{ length: 3 }`.',
    example: 'Array.from({ length: 3 }, (_, i) => i + 1)',
    call: (evaluation, args, site) => {
      const list = toList(evaluation, valueAt(args, 0, site), site)
      const callback = args[1]
      if (callback === undefined) return list
      if (callback instanceof Callable) return list.map((entry, index) => callback.call(entry, index))
      return site.location.fail('The second argument of `Array.from` must be a function.')
    },
  },
  of: {
    use: 'Array.of(a, b, …)',
    help: 'A list of the arguments.',
    example: 'Array.of(1, 2)',
    call: (evaluation, args, site) => {
      evaluation.reserveList(args.length, site.location)
      return args.map((_, index) => valueAt(args, index, site))
    },
  },
})

/** Charged for looking up one numbered property of an object. */
const keyPrice = 40

/** Charged for each number that becomes a character. */
const codePrice = 8

function toList(evaluation: Evaluation, source: Value, site: CallSite): Value[] {
  if (isPlainObject(source)) {
    const wanted = Object.hasOwn(source, 'length')
      ? toInteger(evaluation, source['length'], site.location)
      : 0
    const length = Math.max(0, wanted)
    evaluation.reserveList(length, site.location)
    evaluation.visit(length, site.location)
    // As a rule the length is the only property.
    if (Object.keys(source).length === 1) return Array.from<Value>({ length }).fill(undefined)
    evaluation.work(length * keyPrice, site.location)
    return Array.from({ length }, (_, index) => {
      const key = String(index)
      return Object.hasOwn(source, key) ? source[key] : undefined
    })
  }
  const list: Argument[] = []
  spread(evaluation, source, list, site.location)
  return list as Value[]
}

export const numberMembers = toTable<NamespaceMember>({
  isFinite: {
    use: 'Number.isFinite(value)',
    help: 'Whether the value is a number that is neither NaN nor infinite.',
    example: 'Number.isFinite(1)',
    call: (_evaluation, args, site) => Number.isFinite(valueAt(args, 0, site)),
  },
  isInteger: {
    use: 'Number.isInteger(value)',
    help: 'Whether the value is a whole number.',
    example: 'Number.isInteger(1.5)',
    call: (_evaluation, args, site) => Number.isInteger(valueAt(args, 0, site)),
  },
  isNaN: {
    use: 'Number.isNaN(value)',
    help: 'Whether the value is NaN.',
    example: 'Number.isNaN(0 / 0)',
    call: (_evaluation, args, site) => Number.isNaN(valueAt(args, 0, site)),
  },
  isSafeInteger: {
    use: 'Number.isSafeInteger(value)',
    help: 'Whether the value is a whole number that is represented exactly.',
    example: 'Number.isSafeInteger(2 ** 53)',
    call: (_evaluation, args, site) => Number.isSafeInteger(valueAt(args, 0, site)),
  },
  parseFloat: {
    use: 'Number.parseFloat(text)',
    help: 'The same as `parseFloat`.',
    example: 'Number.parseFloat("1.5")',
    call: readFloat,
  },
  parseInt: {
    use: 'Number.parseInt(text, base?)',
    help: 'The same as `parseInt`.',
    example: 'Number.parseInt("ff", 16)',
    call: readInteger,
  },
  MAX_SAFE_INTEGER: {
    use: 'Number.MAX_SAFE_INTEGER',
    help: 'The largest whole number that is represented exactly.',
    example: 'Number.MAX_SAFE_INTEGER',
    value: Number.MAX_SAFE_INTEGER,
  },
  MIN_SAFE_INTEGER: {
    use: 'Number.MIN_SAFE_INTEGER',
    help: 'The smallest whole number that is represented exactly.',
    example: 'Number.MIN_SAFE_INTEGER',
    value: Number.MIN_SAFE_INTEGER,
  },
  EPSILON: {
    use: 'Number.EPSILON',
    help: 'The difference between 1 and the next larger number.',
    example: 'Number.EPSILON > 0',
    value: Number.EPSILON,
  },
})

export const stringMembers = toTable<NamespaceMember>({
  fromCharCode: {
    use: 'String.fromCharCode(number, …)',
    help: 'A text from UTF-16 code units.',
    example: 'String.fromCharCode(72, 105)',
    call: (evaluation, args, site) => {
      evaluation.reserveText(args.length, site.location)
      evaluation.work(args.length * codePrice, site.location)
      return args.map((_, index) => String.fromCharCode(numberAt(evaluation, args, index, site))).join('')
    },
  },
  fromCodePoint: {
    use: 'String.fromCodePoint(number, …)',
    help: 'A text from Unicode code points.',
    example: 'String.fromCodePoint(128512)',
    call: (evaluation, args, site) => {
      evaluation.reserveText(args.length * 2, site.location)
      evaluation.work(args.length * codePrice, site.location)
      return args
        .map((_, index) => {
          const point = integerAt(evaluation, args, index, site) ?? 0
          if (!(point >= 0 && point <= 0x10ffff)) site.location.fail(`${point} is not a Unicode code point.`)
          return String.fromCodePoint(point)
        })
        .join('')
    },
  },
})
