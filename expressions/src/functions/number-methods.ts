import { HostCache } from '#expressions/runtime/host-cache.ts'
import { numberAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod, type CallSite } from '#expressions/runtime/builtin.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { isPlainObject, type Argument } from '#expressions/runtime/values.ts'

// Outside the table, because TypeScript confuses these names with those of Object.prototype.
const numberToLocaleString: BuiltinMethod<number> = {
  use: 'number.toLocaleString(locale?, options?)',
  help: 'The number as text in a locale (default: en-US). Options as in JavaScript: `style`, `currency`, `minimumFractionDigits`, `maximumFractionDigits` and more.',
  example: '(1234.5).toLocaleString("en-US", { style: "currency", currency: "EUR" })',
  call: (evaluation, number, args, site) => {
    // Formatting takes as long as copying hundreds of characters.
    evaluation.work(500, site.location)
    return formatNumber(evaluation, number, args, site)
  },
}

const numberToString: BuiltinMethod<number> = {
  use: 'number.toString(base?)',
  help: 'The number as text, in a base from 2 to 36 (default: 10).',
  example: '(255).toString(16)',
  call: (evaluation, number, args, site) => {
    const base = valueAt(args, 0, site) === undefined ? 10 : numberAt(evaluation, args, 0, site)
    return number.toString(digitsBetween(base, 2, 36, site))
  },
}

export const numberMethods = toTable<BuiltinMethod<number>>({
  toExponential: {
    use: 'number.toExponential(digits?)',
    help: 'The number as text in scientific notation.',
    example: '(12345).toExponential(2)',
    call: (evaluation, number, args, site) => {
      const digits = valueAt(args, 0, site) === undefined ? undefined : numberAt(evaluation, args, 0, site)
      return number.toExponential(digits === undefined ? undefined : digitsBetween(digits, 0, 100, site))
    },
  },
  toFixed: {
    use: 'number.toFixed(digits?)',
    help: 'The number as text with a fixed number of decimal places.',
    example: '(3.14159).toFixed(2)',
    call: (evaluation, number, args, site) => {
      const digits = valueAt(args, 0, site) === undefined ? 0 : numberAt(evaluation, args, 0, site)
      return number.toFixed(digitsBetween(digits, 0, 100, site))
    },
  },
  toLocaleString: numberToLocaleString,
  toPrecision: {
    use: 'number.toPrecision(digits)',
    help: 'The number as text with a fixed number of significant digits.',
    example: '(1234.5678).toPrecision(6)',
    call: (evaluation, number, args, site) =>
      valueAt(args, 0, site) === undefined
        ? String(number)
        : number.toPrecision(digitsBetween(numberAt(evaluation, args, 0, site), 1, 100, site)),
  },
  toString: numberToString,
})

const booleanToString: BuiltinMethod<boolean> = {
  use: 'boolean.toString()',
  help: '"true" or "false".',
  example: 'true.toString()',
  call: (_evaluation, value) => String(value),
}

export const booleanMethods = toTable<BuiltinMethod<boolean>>({
  toString: booleanToString,
})

function digitsBetween(value: number, min: number, max: number, site: CallSite): number {
  const digits = Math.trunc(value) || 0
  if (digits >= min && digits <= max) return digits
  return site.location.fail(`The argument of \`${site.name}\` must be a number from ${min} to ${max}.`)
}

/** The options that are passed to the host. Other properties of the object are ignored. */
const formatOptions = [
  'style',
  'currency',
  'currencyDisplay',
  'notation',
  'unit',
  'unitDisplay',
  'useGrouping',
  'signDisplay',
  'minimumIntegerDigits',
  'minimumFractionDigits',
  'maximumFractionDigits',
  'minimumSignificantDigits',
  'maximumSignificantDigits',
]

function formatNumber(
  evaluation: Evaluation,
  number: number,
  args: readonly Argument[],
  site: CallSite,
): string {
  const locale = valueAt(args, 0, site)
  const options = valueAt(args, 1, site)
  const language = typeof locale === 'string' ? locale : 'en-US'
  const chosen: Record<string, string | number | boolean> = {}
  if (isPlainObject(options)) {
    for (const name of formatOptions) {
      const value = Object.hasOwn(options, name) ? options[name] : undefined
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
        chosen[name] = value
      }
    }
  }
  const key = `${language} ${JSON.stringify(chosen)}`
  if (key.length > maxFormatKey) return failFormat(site)
  evaluation.useHostObject(`number ${key}`, site.location)
  try {
    return formatters.get(key, () => new Intl.NumberFormat(language, chosen)).format(number)
  } catch {
    return failFormat(site)
  }
}

function failFormat(site: CallSite): never {
  return site.location.fail(
    'The locale or the options of `toLocaleString` are invalid.',
    'For example `toLocaleString("de-DE", { style: "currency", currency: "EUR" })`.',
  )
}

/** Longer than any valid locale with all options. */
const maxFormatKey = 1000

const formatters = new HostCache<Intl.NumberFormat>()
