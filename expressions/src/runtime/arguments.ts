import type { CallSite } from './builtin.ts'
import { toInteger, toNumber, toText } from './convert.ts'
import type { Evaluation } from './evaluation.ts'
import { Callable, isList, nameKind, RegexValue, type Argument, type List, type Value } from './values.ts'

/** Reads the arguments of a call one by one. Each reader fails with a clear message if the type is wrong. */

export function valueAt(args: readonly Argument[], index: number, site: CallSite): Value {
  const argument = args[index]
  if (argument instanceof Callable) {
    return site.location.fail(`The ${ordinal(index)} argument of \`${site.name}\` must not be a function.`)
  }
  return argument
}

export function textAt(
  evaluation: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
): string {
  return toText(evaluation, valueAt(args, index, site), site.location)
}

export function numberAt(
  evaluation: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
): number {
  return toNumber(evaluation, valueAt(args, index, site), site.location)
}

/** A position or count; undefined if the argument is missing. */
export function integerAt(
  evaluation: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
): number | undefined {
  const value = valueAt(args, index, site)
  return value === undefined ? undefined : toInteger(evaluation, value, site.location)
}

/** Clamps a position to 0..length. A negative position counts from the end. */
export function clampPosition(position: number, length: number): number {
  return position < 0 ? Math.max(0, length + position) : Math.min(position, length)
}

export function callbackAt(
  args: readonly Argument[],
  index: number,
  site: CallSite,
): (...args: Value[]) => Value {
  const argument = args[index]
  if (argument instanceof Callable) return argument.call
  return site.location.fail(
    `The ${ordinal(index)} argument of \`${site.name}\` must be a function.`,
    `For example \`${site.name}(x => x.name)\`.`,
  )
}

export function listAt(args: readonly Argument[], index: number, site: CallSite): List {
  const value = valueAt(args, index, site)
  if (isList(value)) return value
  return site.location.fail(
    `The ${ordinal(index)} argument of \`${site.name}\` must be a list, but it is ${nameKind(value)}.`,
  )
}

export function regexAt(args: readonly Argument[], index: number, site: CallSite): RegexValue {
  const value = valueAt(args, index, site)
  if (value instanceof RegexValue) return value
  return site.location.fail(
    `The ${ordinal(index)} argument of \`${site.name}\` must be a regular expression.`,
    `For example \`${site.name}(/[0-9]+/)\`.`,
  )
}

function ordinal(index: number): string {
  return ['first', 'second', 'third'][index] ?? `${index + 1}th`
}
