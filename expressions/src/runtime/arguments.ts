import type { CallSite } from './builtin.ts'
import { toInteger, toNumber, toText } from './convert.ts'
import type { Evaluation } from './evaluation.ts'
import { Callable, isList, nameKind, RegexValue, type Argument, type List, type Value } from './values.ts'

/** Arguments of a call, read one by one with a clear failure when the kind is wrong. */

export function valueAt(args: readonly Argument[], index: number, site: CallSite): Value {
  const argument = args[index]
  if (argument instanceof Callable) {
    return site.location.fail(`\`${site.name}\` does not take a function as its ${ordinal(index)} argument.`)
  }
  return argument
}

export function textAt(run: Evaluation, args: readonly Argument[], index: number, site: CallSite): string {
  return toText(run, valueAt(args, index, site), site.location)
}

export function numberAt(run: Evaluation, args: readonly Argument[], index: number, site: CallSite): number {
  return toNumber(run, valueAt(args, index, site), site.location)
}

/** A position or count; `fallback` when it was left out. */
export function integerAt(
  run: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
  fallback: number,
): number {
  const value = valueAt(args, index, site)
  return value === undefined ? fallback : toInteger(run, value, site.location)
}

/** A position that may count from the end, brought into 0..length. */
export function positionAt(
  run: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
  length: number,
  fallback: number,
): number {
  const position = integerAt(run, args, index, site, fallback)
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
    `\`${site.name}\` needs a function as its ${ordinal(index)} argument.`,
    `For example \`${site.name}(x => x.name)\`.`,
  )
}

export function listAt(args: readonly Argument[], index: number, site: CallSite): List {
  const value = valueAt(args, index, site)
  if (isList(value)) return value
  return site.location.fail(
    `\`${site.name}\` needs a list as its ${ordinal(index)} argument, but it is ${nameKind(value)}.`,
  )
}

export function regexAt(args: readonly Argument[], index: number, site: CallSite): RegexValue {
  const value = valueAt(args, index, site)
  if (value instanceof RegexValue) return value
  return site.location.fail(
    `\`${site.name}\` needs a regular expression as its ${ordinal(index)} argument.`,
    `For example \`${site.name}(/[0-9]+/)\`.`,
  )
}

function ordinal(index: number): string {
  return ['first', 'second', 'third'][index] ?? `${index + 1}th`
}
