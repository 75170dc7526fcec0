import { textAt, valueAt } from '#expressions/runtime/arguments.ts'
import type { CallSite } from '#expressions/runtime/builtin.ts'
import { earliest, findUnit, latest, units, type Unit } from '#expressions/dates/calendar.ts'
import { parseDate } from '#expressions/dates/parse-date.ts'
import { allZones, isZone } from '#expressions/dates/zone.ts'
import { shorten } from '#expressions/runtime/problem.ts'
import type { Evaluation } from '#expressions/runtime/evaluation.ts'
import { findSimilar } from '#expressions/runtime/similar.ts'
import { DateValue, nameKind, type Argument, type Value } from '#expressions/runtime/values.ts'

/** Work charged for one calendar computation, after the time a look into the zone's rules takes. */
export const dateWork = 500

export function zoneAt(
  run: Evaluation,
  args: readonly Argument[],
  index: number,
  site: CallSite,
  fallback: string,
): string {
  if (valueAt(args, index, site) === undefined) return fallback
  const zone = textAt(run, args, index, site)
  if (isZone(zone)) return zone
  const similar = findSimilar(zone, allZones())
  return site.location.fail(
    `\`${shorten(zone, 60)}\` is no time zone.`,
    similar === undefined ? 'Write for example "Europe/Berlin" or "UTC".' : `Did you mean "${similar}"?`,
  )
}

export function unitAt(run: Evaluation, args: readonly Argument[], index: number, site: CallSite): Unit {
  return toUnit(textAt(run, args, index, site), site)
}

export function toUnit(name: string, site: CallSite): Unit {
  const unit = findUnit(name)
  if (unit !== undefined) return unit
  const similar = findSimilar(name, units)
  return site.location.fail(
    `\`${shorten(name, 60)}\` is no unit of time.`,
    similar === undefined ? `The units are ${units.join(', ')}.` : `Did you mean "${similar}"?`,
  )
}

/** A date, or what can be read as one. */
export function toDate(run: Evaluation, value: Value, zone: string | undefined, site: CallSite): DateValue {
  run.work(dateWork, site.location)
  if (value instanceof DateValue) return zone === undefined ? value : new DateValue(value.ms, zone)
  if (typeof value === 'number') return makeDate(value, zone ?? 'UTC', site)
  if (typeof value !== 'string') {
    return site.location.fail(
      `A date is expected here, but it is ${nameKind(value)}.`,
      'Write for example `date("2026-01-31")`, or `now` for the current time.',
    )
  }
  const ms = parseDate(value, zone ?? 'UTC')
  if (ms !== undefined) return new DateValue(ms, zone ?? 'UTC')
  return site.location.fail(
    `\`${shorten(value, 60)}\` cannot be read as a date.`,
    'Write dates like "2026-01-31" or "2026-01-31T09:30:00Z".',
  )
}

/** Every date that exists passes here or through `parseDate`: its year has at most four digits. */
export function makeDate(ms: number, zone: string, site: CallSite): DateValue {
  const whole = Math.trunc(ms)
  if (whole >= earliest && whole <= latest) return new DateValue(whole, zone)
  return site.location.fail('This date is outside the years 100 to 9999.')
}
