import { asIfUtc, fromLocal, toLocal, type LocalTime } from './zone.ts'

/** The range of dates whose year has at most four digits in almost every time zone. */
export const earliest = Date.UTC(100, 0, 1)
export const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export const units = [
  'years',
  'quarters',
  'months',
  'weeks',
  'days',
  'hours',
  'minutes',
  'seconds',
  'milliseconds',
] as const

export type Unit = (typeof units)[number]

const fixedLength = { hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 } as const

/** Accepts the singular too: `day` and `days` are the same unit. */
export function findUnit(name: string): Unit | undefined {
  return units.find((unit) => unit === name || unit === `${name}s`)
}

export function isFixed(unit: Unit): unit is keyof typeof fixedLength {
  return Object.hasOwn(fixedLength, unit)
}

/**
 * Years, months, weeks and days follow the calendar of the zone; hours and smaller units are exact. Returns
 * NaN if the result is outside the range above.
 */
export function addUnits(ms: number, amounts: ReadonlyMap<Unit, number>, zone: string): number {
  const amount = (unit: Unit): number => amounts.get(unit) ?? 0
  const months = amount('years') * 12 + amount('quarters') * 3 + amount('months')
  const days = amount('weeks') * 7 + amount('days')
  const moved = months === 0 && days === 0 ? ms : addCalendar(ms, months, days, zone)
  return (
    moved +
    amount('hours') * fixedLength.hours +
    amount('minutes') * fixedLength.minutes +
    amount('seconds') * fixedLength.seconds +
    amount('milliseconds')
  )
}

function addCalendar(ms: number, months: number, days: number, zone: string): number {
  const local = toLocal(ms, zone)
  const counted = local.year * 12 + local.month - 1 + months
  const year = Math.floor(counted / 12)
  const month = counted - year * 12 + 1
  if (!(year >= 100 && year <= 9999)) return NaN
  // In a shorter month, the 31st becomes the last day.
  const day = Math.min(local.day, daysInMonth(year, month)) + days
  const shown = asIfUtc({ ...local, year, month, day })
  return shown >= earliest && shown <= latest ? fromLocal(toLocal(shown, 'UTC'), zone) : NaN
}

/** Normalizes a day such as 34 or -2 to the month it falls in. */
function normalize(local: LocalTime): LocalTime {
  return toLocal(asIfUtc(local), 'UTC')
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year + 400, month, 0)).getUTCDate()
}

export function startOf(ms: number, unit: Unit, zone: string): number {
  const local = toLocal(ms, zone)
  const midnight = { ...local, hour: 0, minute: 0, second: 0, millisecond: 0 }
  switch (unit) {
    case 'years':
      return fromLocal({ ...midnight, month: 1, day: 1 }, zone)
    case 'quarters':
      return fromLocal({ ...midnight, month: local.month - ((local.month - 1) % 3), day: 1 }, zone)
    case 'months':
      return fromLocal({ ...midnight, day: 1 }, zone)
    case 'weeks':
      return fromLocal(normalize({ ...midnight, day: local.day - (weekdayOf(local) - 1) }), zone)
    case 'days':
      return fromLocal(midnight, zone)
    case 'hours':
      // Computed from the instant, not from local time, because an hour can occur twice.
      return ms - (local.minute * 60_000 + local.second * 1000 + local.millisecond)
    case 'minutes':
      return ms - (local.second * 1000 + local.millisecond)
    case 'seconds':
      return ms - local.millisecond
    case 'milliseconds':
    default:
      return ms
  }
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(local: LocalTime): number {
  return new Date(asIfUtc(local)).getUTCDay() || 7
}

/** The ISO 8601 week number. Week 1 contains the first Thursday of the year. */
export function weekOf(local: LocalTime): number {
  const thursday = asIfUtc({ ...local, day: local.day - weekdayOf(local) + 4 })
  const { year } = toLocal(thursday, 'UTC')
  const first = asIfUtc({ ...local, year, month: 1, day: 1 })
  return Math.floor((thursday - first) / (7 * 86_400_000)) + 1
}

/**
 * The time from `start` to `end`. Hours and smaller units are exact; for days and larger units it counts the
 * complete units in the calendar of the zone.
 */
export function difference(end: number, start: number, unit: Unit, zone: string): number {
  if (isFixed(unit)) return (end - start) / fixedLength[unit]
  const sign = end < start ? -1 : 1
  const [from, to] = sign === 1 ? [start, end] : [end, start]
  const a = toLocal(from, zone)
  const b = toLocal(to, zone)
  const guess = estimate(a, b, unit)
  // The estimate counts started units; the last one can be incomplete.
  const complete = addUnits(from, new Map([[unit, guess]]), zone) <= to ? guess : guess - 1
  return sign * complete + 0
}

function estimate(a: LocalTime, b: LocalTime, unit: Exclude<Unit, keyof typeof fixedLength>): number {
  const months = (b.year - a.year) * 12 + b.month - a.month
  const dateOnly = { hour: 0, minute: 0, second: 0, millisecond: 0 }
  const days = (asIfUtc({ ...b, ...dateOnly }) - asIfUtc({ ...a, ...dateOnly })) / 86_400_000
  switch (unit) {
    case 'years':
      return b.year - a.year
    case 'quarters':
      return Math.floor(months / 3)
    case 'months':
      return months
    case 'weeks':
      return Math.floor(days / 7)
    case 'days':
    default:
      return days
  }
}
