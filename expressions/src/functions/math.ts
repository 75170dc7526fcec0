import { numberAt } from '#expressions/runtime/arguments.ts'
import {
  toTable,
  type BuiltinConstant,
  type BuiltinFunction,
  type CallSite,
  type NamespaceMember,
} from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { Argument } from '#expressions/runtime/values.ts'

const argumentPrice = 12

export const mathMembers = toTable<NamespaceMember>({
  round: numeric('round', 'The number rounded to the nearest whole number.', '2.5', Math.round),
  floor: numeric('floor', 'The number rounded down.', '2.9', Math.floor),
  ceil: numeric('ceil', 'The number rounded up.', '2.1', Math.ceil),
  trunc: numeric('trunc', 'The number without its decimal places.', '-2.9', Math.trunc),
  abs: numeric('abs', 'The absolute value.', '-3', Math.abs),
  sign: numeric('sign', 'The sign: -1, 0 or 1.', '-3', Math.sign),
  sqrt: numeric('sqrt', 'The square root.', '9', Math.sqrt),
  cbrt: numeric('cbrt', 'The cube root.', '27', Math.cbrt),
  exp: numeric('exp', 'e to the power of the number.', '0', Math.exp),
  log: numeric('log', 'The natural logarithm.', '1', Math.log),
  log2: numeric('log2', 'The logarithm to base 2.', '8', Math.log2),
  log10: numeric('log10', 'The logarithm to base 10.', '1000', Math.log10),
  sin: numeric('sin', 'The sine.', '0', Math.sin),
  cos: numeric('cos', 'The cosine.', '0', Math.cos),
  tan: numeric('tan', 'The tangent.', '0', Math.tan),
  asin: numeric('asin', 'The inverse sine.', '0', Math.asin),
  acos: numeric('acos', 'The inverse cosine.', '1', Math.acos),
  atan: numeric('atan', 'The inverse tangent.', '0', Math.atan),
  atan2: {
    use: 'Math.atan2(y, x)',
    help: 'The angle of the point, in radians.',
    example: 'Math.atan2(0, 1)',
    call: (evaluation, args, site) =>
      Math.atan2(numberAt(evaluation, args, 0, site), numberAt(evaluation, args, 1, site)),
  },
  pow: {
    use: 'Math.pow(base, power)',
    help: 'The same as `base ** power`.',
    example: 'Math.pow(2, 10)',
    call: (evaluation, args, site) =>
      numberAt(evaluation, args, 0, site) ** numberAt(evaluation, args, 1, site),
  },
  min: {
    use: 'Math.min(a, b, …)',
    help: 'The smallest number. For a list, write `Math.min(...list)`.',
    example: 'Math.min(3, 1, 2)',
    call: (evaluation, args, site) =>
      chargeAll(evaluation, args, site).reduce(
        (min: number, _, index) => Math.min(min, numberAt(evaluation, args, index, site)),
        Infinity,
      ),
  },
  max: {
    use: 'Math.max(a, b, …)',
    help: 'The largest number. For a list, write `Math.max(...list)`.',
    example: 'Math.max(...[3, 1, 2])',
    call: (evaluation, args, site) =>
      chargeAll(evaluation, args, site).reduce(
        (max: number, _, index) => Math.max(max, numberAt(evaluation, args, index, site)),
        -Infinity,
      ),
  },
  hypot: {
    use: 'Math.hypot(a, b)',
    help: 'The square root of the sum of the squares.',
    example: 'Math.hypot(3, 4)',
    call: (evaluation, args, site) =>
      chargeAll(evaluation, args, site).reduce(
        (length: number, _, index) => Math.hypot(length, numberAt(evaluation, args, index, site)),
        0,
      ),
  },
  PI: constant('PI', 'The number π.', Math.PI),
  E: constant('E', 'The number e.', Math.E),
  LN2: constant('LN2', 'The natural logarithm of 2.', Math.LN2),
  LN10: constant('LN10', 'The natural logarithm of 10.', Math.LN10),
  SQRT2: constant('SQRT2', 'The square root of 2.', Math.SQRT2),
})

/** Spreading a list into arguments is charged before; this is for reading each as a number. */
function chargeAll(evaluation: Evaluation, args: readonly Argument[], site: CallSite): readonly Argument[] {
  evaluation.work(args.length * argumentPrice, site.location)
  return args
}

function numeric(
  name: string,
  help: string,
  argument: string,
  compute: (value: number) => number,
): BuiltinFunction {
  return {
    use: `Math.${name}(number)`,
    help,
    example: `Math.${name}(${argument})`,
    call: (evaluation, args, site) => compute(numberAt(evaluation, args, 0, site)),
  }
}

function constant(name: string, help: string, value: number): BuiltinConstant {
  return { use: `Math.${name}`, help, example: `Math.${name}`, value }
}
