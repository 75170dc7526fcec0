import { textAt, valueAt } from '#expressions/runtime/arguments.ts'
import { toTable, type BuiltinMethod, type CallSite } from '#expressions/runtime/builtin.ts'
import { addUnits, difference, isFixed, startOf, type Unit } from '#expressions/dates/calendar.ts'
import { formatDate, formatIso, formatStyled, patternFields } from '#expressions/dates/format-date.ts'
import { shorten } from '#expressions/runtime/problem.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import { DateValue, isPlainObject, nameKind, type Argument, type Value } from '#expressions/runtime/values.ts'
import { chargeDate, localeAt, makeDate, toDate, toUnit, unitAt, zoneAt } from './date-arguments.ts'

/** Charged for each character of the pattern of `format`: most stand for a field. */
const patternPrice = 40
/** Charged for a text that the host formats. */
const stylePrice = 2_000

const dateToString: BuiltinMethod<DateValue> = {
  use: 'date.toString()',
  help: 'The same as `iso()`.',
  example: 'date("2026-01-31").toString()',
  call: (_evaluation, date) => date.toJSON(),
}

export const dateMethods = toTable<BuiltinMethod<DateValue>>({
  plus: {
    use: 'date.plus({ days: 1 }, zone?)',
    help: 'The date moved later by years, quarters, months, weeks, days, hours, minutes, seconds or milliseconds.',
    example: 'date("2026-01-31").plus({ months: 1 })',
    call: move(1),
  },
  minus: {
    use: 'date.minus({ days: 1 }, zone?)',
    help: 'The date moved earlier by the same units.',
    example: 'date("2026-01-31").minus({ hours: 1 })',
    call: move(-1),
  },
  startOf: {
    use: 'date.startOf(unit, zone?)',
    help: 'The start of the year, quarter, month, week (Monday), day, hour, minute or second.',
    example: 'date("2026-01-31T09:30Z").startOf("day")',
    call: (evaluation, date, args, site) => {
      const zone = zoneAt(evaluation, args, 1, site) ?? date.zone
      chargeDate(evaluation, zone, site.location)
      return makeDate(startOf(date.ms, unitAt(evaluation, args, 0, site), zone), zone, site)
    },
  },
  endOf: {
    use: 'date.endOf(unit, zone?)',
    help: 'The last millisecond of the unit.',
    example: 'date("2026-01-31T09:30Z").endOf("day")',
    call: (evaluation, date, args, site) => {
      const zone = zoneAt(evaluation, args, 1, site) ?? date.zone
      chargeDate(evaluation, zone, site.location)
      chargeDate(evaluation, zone, site.location)
      const unit = unitAt(evaluation, args, 0, site)
      const start = startOf(date.ms, unit, zone)
      return makeDate(addUnits(start, new Map([[unit, 1]]), zone) - 1, zone, site)
    },
  },
  diff: {
    use: 'date.diff(other, unit, zone?)',
    help: 'The time since the other date: exact for hours and smaller units, complete units for days and larger units.',
    example: 'date("2026-03-01").diff("2026-02-01", "days")',
    call: (evaluation, date, args, site) => {
      const zone = zoneAt(evaluation, args, 2, site) ?? date.zone
      const other = toDate(evaluation, valueAt(args, 0, site), zone, site)
      const unit = valueAt(args, 1, site) === undefined ? 'milliseconds' : unitAt(evaluation, args, 1, site)
      chargeDate(evaluation, zone, site.location)
      return difference(date.ms, other.ms, unit, zone)
    },
  },
  format: {
    use: 'date.format(pattern, zone?, locale?)',
    help: 'The date as text in a pattern, or as usual in a locale: `format({ date: "long", time: "short" }, zone, "de")` with full, long, medium or short.',
    example: 'date("2026-01-31T09:30Z").format("EEEE, d MMMM yyyy HH:mm", "Europe/Berlin")',
    call: format,
  },
  in: {
    use: 'date.in(zone)',
    help: 'The same instant in another time zone, which applies to its properties and calculations.',
    example: 'date("2026-07-01T22:30Z").in("Europe/Berlin").day',
    call: (evaluation, date, args, site) => {
      if (valueAt(args, 0, site) === undefined)
        site.location.fail('`in` needs a time zone, such as "Europe/Berlin".')
      return new DateValue(date.ms, zoneAt(evaluation, args, 0, site) ?? date.zone)
    },
  },
  iso: {
    use: 'date.iso(zone?)',
    help: 'The date as ISO 8601 text, in UTC or with the offset of a zone.',
    example: 'date("2026-01-31T09:30Z").iso("Europe/Berlin")',
    call: (evaluation, date, args, site) => {
      const zone = zoneAt(evaluation, args, 0, site) ?? 'UTC'
      chargeDate(evaluation, zone, site.location)
      return formatIso(date.ms, zone)
    },
  },
  toString: dateToString,
})

function move(sign: 1 | -1): BuiltinMethod<DateValue>['call'] {
  return (evaluation, date, args, site: CallSite) => {
    const duration = valueAt(args, 0, site)
    if (!isPlainObject(duration)) {
      return site.location.fail(
        `The argument of \`${site.name}\` must be an object with units, but it is ${nameKind(duration)}.`,
        `For example \`${site.name}({ days: 1 })\`.`,
      )
    }
    const zone = zoneAt(evaluation, args, 1, site) ?? date.zone
    chargeDate(evaluation, zone, site.location)
    const amounts = new Map<Unit, number>()
    for (const [name, amount] of Object.entries(duration)) {
      const unit = toUnit(name, site)
      const isWhole =
        typeof amount === 'number' && Number.isFinite(amount) && (isFixed(unit) || Number.isInteger(amount))
      if (!isWhole)
        site.location.fail(`\`${name}\` must be ${isFixed(unit) ? 'a number' : 'a whole number'}.`)
      // Far beyond any date, and small enough for exact sums of units.
      if (Math.abs(amount) > 1e15) site.location.fail('This date is outside the years 100 to 9999.')
      amounts.set(unit, sign * amount)
    }
    const ms = addUnits(date.ms, amounts, zone)
    return makeDate(ms, date.zone, site)
  }
}

const styles = ['full', 'long', 'medium', 'short'] as const

type Style = (typeof styles)[number]

function styleAt(options: Readonly<Record<string, Value>>, name: string, site: CallSite): Style | undefined {
  const value = Object.hasOwn(options, name) ? options[name] : undefined
  if (value === undefined || value === null) return undefined
  const found = styles.find((style) => style === value)
  return found ?? site.location.fail(`\`${name}\` must be full, long, medium or short.`)
}

function formatInStyle(
  evaluation: Evaluation,
  date: DateValue,
  args: readonly Argument[],
  site: CallSite,
): Value {
  const options = valueAt(args, 0, site) as Readonly<Record<string, Value>>
  const [dateStyle, timeStyle] = [styleAt(options, 'date', site), styleAt(options, 'time', site)]
  if (dateStyle === undefined && timeStyle === undefined)
    site.location.fail(
      'The options of `format` need `date` or `time`.',
      'For example `format({ date: "long" })`.',
    )
  const zone = zoneAt(evaluation, args, 1, site) ?? date.zone
  const locale = localeAt(evaluation, args, 2, site)
  evaluation.useHostObject(`style ${locale} ${zone} ${dateStyle} ${timeStyle}`, site.location)
  evaluation.work(stylePrice, site.location)
  return formatStyled(date.ms, { zone, locale, dateStyle, timeStyle })
}

function format(evaluation: Evaluation, date: DateValue, args: readonly Argument[], site: CallSite): Value {
  if (isPlainObject(valueAt(args, 0, site))) return formatInStyle(evaluation, date, args, site)
  const pattern = textAt(evaluation, args, 0, site)
  if (pattern.length > 200) site.location.fail('A date pattern must not be longer than 200 characters.')
  const zone = zoneAt(evaluation, args, 1, site) ?? date.zone
  chargeDate(evaluation, zone, site.location)
  evaluation.work(pattern.length * patternPrice, site.location)
  const formatted = formatDate(date.ms, pattern, zone, localeAt(evaluation, args, 2, site))
  if (formatted.ok) return formatted.text
  const similar = findSimilar(formatted.unknown, patternFields)
  return site.location.fail(
    `Unknown field \`${shorten(formatted.unknown, 40)}\` in the date pattern.`,
    similar === undefined
      ? "Put literal words in single quotes: `'at'`."
      : `Did you mean \`${similar}\`? Put literal words in single quotes.`,
  )
}
