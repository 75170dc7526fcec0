/** A moment as the calendar and the clock of a time zone show it. */
export interface LocalTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

const dayMs = 86_400_000
const mostFormatters = 100
const formatters = new Map<string, Intl.DateTimeFormat>()

export function isZone(zone: string): boolean {
  return zone === 'UTC' || findFormatter(zone) !== undefined
}

export function allZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}

/** The zone must be one for which `isZone` holds. */
export function toLocal(ms: number, zone: string): LocalTime {
  const shown = new Date(ms + offsetAt(ms, zone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
    millisecond: shown.getUTCMilliseconds(),
  }
}

/**
 * The moment a clock in the zone shows this time. A time that occurs twice means the first; a time
 * that is skipped when clocks go forward means as much later as was skipped.
 */
export function fromLocal(local: LocalTime, zone: string): number {
  const shown = asIfUtc(local)
  if (zone === 'UTC') return shown
  const before = offsetAt(shown - dayMs, zone)
  const after = offsetAt(shown + dayMs, zone)
  if (before === after) return shown - before
  const moments = [shown - before, shown - after].filter((ms) => ms + offsetAt(ms, zone) === shown)
  return moments.length === 0 ? shown - before : Math.min(...moments)
}

/** How far the zone's clock is ahead of UTC, in milliseconds. */
export function offsetAt(ms: number, zone: string): number {
  if (zone === 'UTC') return 0
  // "1/31/2026, 10:30:00": reading the text is twice as fast as asking the host for its parts.
  const shown = findFormatter(zone)?.format(ms).match(/\d+/g) ?? []
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = shown.map(Number)
  return asIfUtc({ year, month, day, hour, minute, second, millisecond: 0 }) - Math.floor(ms / 1000) * 1000
}

/** The calendar repeats after 400 years; the detour keeps the host from reading year 99 as 1999. */
const cycleMs = 146_097 * dayMs

export function asIfUtc(local: LocalTime): number {
  const { year, month, day, hour, minute, second, millisecond } = local
  return Date.UTC(year + 400, month - 1, day, hour, minute, second, millisecond) - cycleMs
}

/** Formatters are slow to make; the few zones in use are kept. */
function findFormatter(zone: string): Intl.DateTimeFormat | undefined {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  const made = makeFormatter(zone)
  if (made === undefined) return undefined
  if (formatters.size >= mostFormatters) formatters.clear()
  formatters.set(zone, made)
  return made
}

function makeFormatter(zone: string): Intl.DateTimeFormat | undefined {
  // Everything the host accepts is shorter; a long text need not reach it.
  if (zone.length > 64) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
}
