import { textAt, valueAt } from '#expressions/runtime/arguments.ts'
import type { CallSite } from '#expressions/runtime/builtin.ts'
import { earliest, findUnit, latest, units, type Unit } from '#expressions/dates/calendar.ts'
import { isLocale } from '#expressions/dates/format-date.ts'
import { parseDate } from '#expressions/dates/parse-date.ts'
import { allZones, isZone } from '#expressions/dates/zone.ts'
import { shorten } from '#expressions/runtime/problem.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import type { SourceLocation } from '#expressions/runtime/problem.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import { DateValue, nameKind, type Argument, type Value } from '#expressions/runtime/values.ts'

const calendarPrice = 200
const zonePrice = 1000

/** Charges for one calendar computation. Only the host knows the offset of a zone at a time, which takes longer. */
export function chargeDate(evaluation: Evaluation, zone: string | undefined, location: SourceLocation): void {
  evaluation.work(zone === undefined || zone === 'UTC' ? calendarPrice : zonePrice, location)
}

export function zoneAt(
  evaluation: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
): string | undefined {
  if (valueAt(args, index, site) === undefined) return undefined
  const zone = textAt(evaluation, args, index, site)
  evaluation.useHostObject(`zone ${shorten(zone, 100)}`, site.location)
  if (isZone(zone)) return zone
  const similar = findSimilar(zone, allZones())
  return site.location.fail(
    `\`${shorten(zone, 60)}\` is not a time zone.`,
    similar === undefined ? 'For example, write "Europe/Berlin" or "UTC".' : `Did you mean "${similar}"?`,
  )
}

export function unitAt(
  evaluation: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
): Unit {
  return toUnit(textAt(evaluation, args, index, site), site)
}

export function toUnit(name: string, site: CallSite): Unit {
  const unit = findUnit(name)
  if (unit !== undefined) return unit
  const similar = findSimilar(name, units)
  return site.location.fail(
    `\`${shorten(name, 60)}\` is not a unit of time.`,
    similar === undefined ? `The units are ${units.join(', ')}.` : `Did you mean "${similar}"?`,
  )
}

/** Converts a date, a text or a number to a date. */
export function toDate(
  evaluation: Evaluation,
  value: Value,
  zone: string | undefined,
  site: CallSite,
): DateValue {
  chargeDate(evaluation, zone, site.location)
  if (value instanceof DateValue) return zone === undefined ? value : new DateValue(value.ms, zone)
  if (typeof value === 'number') return makeDate(value, zone ?? 'UTC', site)
  if (typeof value !== 'string') {
    return site.location.fail(
      `Expected a date, but the value is ${nameKind(value)}.`,
      'For example, write `date("2026-01-31")`, or `now` for the current time.',
    )
  }
  // White space around it can be of any length.
  evaluation.work(value.length, site.location)
  const ms = parseDate(value, zone ?? 'UTC')
  if (ms !== undefined) return new DateValue(ms, zone ?? 'UTC')
  return site.location.fail(
    `\`${shorten(value, 60)}\` is not a valid date.`,
    'Use a format such as "2026-01-31" or "2026-01-31T09:30:00Z".',
  )
}

/** Every date is created here or by `parseDate`, so its year has at most four digits. */
export function makeDate(ms: number, zone: string, site: CallSite): DateValue {
  const whole = Math.trunc(ms)
  if (whole >= earliest && whole <= latest) return new DateValue(whole, zone)
  return site.location.fail('This date is outside the years 100 to 9999.')
}

export function localeAt(
  evaluation: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
): string {
  if (valueAt(args, index, site) === undefined) return 'en-US'
  const locale = textAt(evaluation, args, index, site)
  evaluation.useHostObject(`date ${shorten(locale, 100)}`, site.location)
  if (isLocale(locale)) return locale
  return site.location.fail(
    `\`${shorten(locale, 40)}\` is not a valid locale.`,
    'For example, write "en-US" or "de".',
  )
}
