import { numberAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod, type CallSite } from '#expressions/runtime/builtin.ts'
import { isPlainObject, type Value } from '#expressions/runtime/values.ts'

// Apart from the table: TypeScript would take their names for those of Object.prototype.
const numberToLocaleString: BuiltinMethod<number> = {
  use: 'number.toLocaleString(locale?, options?)',
  help: 'As text in the manner of a language (en-US if not given); options as in JavaScript: `style`, `currency`, `minimumFractionDigits`, `maximumFractionDigits`, …',
  example: '(1234.5).toLocaleString("en-US", { style: "currency", currency: "EUR" })',
  call: (run, number, args, site) => {
    // The host needs as long for this as for copying hundreds of characters.
    run.work(500, site.location)
    return formatNumber(number, valueAt(args, 0, site), valueAt(args, 1, site), site)
  },
}

const numberToString: BuiltinMethod<number> = {
  use: 'number.toString(base?)',
  help: 'As text, in base 10 or another from 2 to 36.',
  example: '(255).toString(16)',
  call: (run, number, args, site) => {
    const base = valueAt(args, 0, site) === undefined ? 10 : numberAt(run, args, 0, site)
    return number.toString(digitsBetween(base, 2, 36, site))
  },
}

export const numberMethods = toTable<BuiltinMethod<number>>({
  toExponential: {
    use: 'number.toExponential(digits?)',
    help: 'As text in scientific notation.',
    example: '(12345).toExponential(2)',
    call: (run, number, args, site) => {
      const digits = valueAt(args, 0, site) === undefined ? undefined : numberAt(run, args, 0, site)
      return number.toExponential(digits === undefined ? undefined : digitsBetween(digits, 0, 100, site))
    },
  },
  toFixed: {
    use: 'number.toFixed(digits?)',
    help: 'As text with that many digits behind the point.',
    example: '(3.14159).toFixed(2)',
    call: (run, number, args, site) => {
      const digits = valueAt(args, 0, site) === undefined ? 0 : numberAt(run, args, 0, site)
      return number.toFixed(digitsBetween(digits, 0, 100, site))
    },
  },
  toLocaleString: numberToLocaleString,
  toPrecision: {
    use: 'number.toPrecision(digits)',
    help: 'As text with that many digits in all.',
    example: '(1234.5678).toPrecision(6)',
    call: (run, number, args, site) =>
      valueAt(args, 0, site) === undefined
        ? String(number)
        : number.toPrecision(digitsBetween(numberAt(run, args, 0, site), 1, 100, site)),
  },
  toString: numberToString,
})

const booleanToString: BuiltinMethod<boolean> = {
  use: 'boolean.toString()',
  help: '"true" or "false".',
  example: 'true.toString()',
  call: (_run, value) => String(value),
}

export const booleanMethods = toTable<BuiltinMethod<boolean>>({
  toString: booleanToString,
})

function digitsBetween(value: number, least: number, most: number, site: CallSite): number {
  const digits = Math.trunc(value) || 0
  if (digits >= least && digits <= most) return digits
  return site.location.fail(`\`${site.name}\` takes a number from ${least} to ${most}.`)
}

/** The options handed to the host, by name: nothing else of the object is looked at. */
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

function formatNumber(number: number, locale: Value, options: Value, site: CallSite): string {
  const chosen: Record<string, string | number | boolean> = {}
  if (isPlainObject(options)) {
    for (const name of formatOptions) {
      const value = Object.hasOwn(options, name) ? options[name] : undefined
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
        chosen[name] = value
      }
    }
  }
  try {
    return findFormatter(typeof locale === 'string' ? locale : 'en-US', chosen).format(number)
  } catch {
    return site.location.fail(
      'The number cannot be written with this language and these options.',
      'For example `toLocaleString("de-DE", { style: "currency", currency: "EUR" })`.',
    )
  }
}

const mostFormatters = 100
const formatters = new Map<string, Intl.NumberFormat>()

/** Throws what the host throws for unknown languages and options. */
function findFormatter(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(locale, options)
    if (formatters.size >= mostFormatters) formatters.clear()
    formatters.set(key, formatter)
  }
  return formatter
}
