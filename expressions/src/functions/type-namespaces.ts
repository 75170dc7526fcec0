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
    call: (_run, args, site) => isList(valueAt(args, 0, site)),
  },
  from: {
    use: 'Array.from(source, (x, i) => …)',
    help: 'A list made of a list, of the characters of a text, or of `{ length: 3 }`.',
    example: 'Array.from({ length: 3 }, (_, i) => i + 1)',
    call: (run, args, site) => {
      const list = toList(run, valueAt(args, 0, site), site)
      const callback = args[1]
      if (callback === undefined) return list
      if (callback instanceof Callable) return list.map((entry, index) => callback.call(entry, index))
      return site.location.fail('The second argument of `Array.from` must be a function.')
    },
  },
  of: {
    use: 'Array.of(a, b, …)',
    help: 'The list of the arguments.',
    example: 'Array.of(1, 2)',
    call: (run, args, site) => {
      run.reserveList(args.length, site.location)
      return args.map((_, index) => valueAt(args, index, site))
    },
  },
})

function toList(run: Evaluation, source: Value, site: CallSite): Value[] {
  if (isPlainObject(source)) {
    const wanted = Object.hasOwn(source, 'length') ? toInteger(run, source['length'], site.location) : 0
    const length = Math.max(0, wanted)
    run.reserveList(length, site.location)
    return Array.from({ length }, (_, index) => {
      const key = String(index)
      return Object.hasOwn(source, key) ? source[key] : undefined
    })
  }
  const list: Argument[] = []
  spread(run, source, list, site.location)
  return list as Value[]
}

export const numberMembers = toTable<NamespaceMember>({
  isFinite: {
    use: 'Number.isFinite(value)',
    help: 'Whether the value is a number that is neither NaN nor endless.',
    example: 'Number.isFinite(1)',
    call: (_run, args, site) => Number.isFinite(valueAt(args, 0, site)),
  },
  isInteger: {
    use: 'Number.isInteger(value)',
    help: 'Whether the value is a whole number.',
    example: 'Number.isInteger(1.5)',
    call: (_run, args, site) => Number.isInteger(valueAt(args, 0, site)),
  },
  isNaN: {
    use: 'Number.isNaN(value)',
    help: 'Whether the value is NaN.',
    example: 'Number.isNaN(0 / 0)',
    call: (_run, args, site) => Number.isNaN(valueAt(args, 0, site)),
  },
  isSafeInteger: {
    use: 'Number.isSafeInteger(value)',
    help: 'Whether the value is a whole number that is exact.',
    example: 'Number.isSafeInteger(2 ** 53)',
    call: (_run, args, site) => Number.isSafeInteger(valueAt(args, 0, site)),
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
    help: 'The largest whole number that is exact.',
    example: 'Number.MAX_SAFE_INTEGER',
    value: Number.MAX_SAFE_INTEGER,
  },
  MIN_SAFE_INTEGER: {
    use: 'Number.MIN_SAFE_INTEGER',
    help: 'The smallest whole number that is exact.',
    example: 'Number.MIN_SAFE_INTEGER',
    value: Number.MIN_SAFE_INTEGER,
  },
  EPSILON: {
    use: 'Number.EPSILON',
    help: 'The distance from 1 to the next number.',
    example: 'Number.EPSILON > 0',
    value: Number.EPSILON,
  },
})

export const stringMembers = toTable<NamespaceMember>({
  fromCharCode: {
    use: 'String.fromCharCode(number, …)',
    help: 'The text of these UTF-16 units.',
    example: 'String.fromCharCode(72, 105)',
    call: (run, args, site) => {
      run.reserveText(args.length, site.location)
      return args.map((_, index) => String.fromCharCode(numberAt(run, args, index, site))).join('')
    },
  },
  fromCodePoint: {
    use: 'String.fromCodePoint(number, …)',
    help: 'The text of these Unicode numbers.',
    example: 'String.fromCodePoint(128512)',
    call: (run, args, site) => {
      run.reserveText(args.length * 2, site.location)
      return args
        .map((_, index) => {
          const point = integerAt(run, args, index, site, 0)
          if (!(point >= 0 && point <= 0x10ffff)) site.location.fail(`${point} is no Unicode number.`)
          return String.fromCodePoint(point)
        })
        .join('')
    },
  },
})
