import { HostCache } from '#expressions/runtime/host-cache.ts'

/** The local date and time in a time zone. */
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
const formatters = new HostCache<Intl.DateTimeFormat>()

export function isZone(zone: string): boolean {
  return zone === 'UTC' || findFormatter(zone) !== undefined
}

export function allZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}

/** The zone must be valid (`isZone`). */
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
 * The instant of a local time in the zone. A time that occurs twice resolves to the first occurrence. A time
 * that is skipped when clocks go forward resolves to a time later by the length of the gap.
 */
export function fromLocal(local: LocalTime, zone: string): number {
  const shown = asIfUtc(local)
  if (zone === 'UTC') return shown
  const before = offsetAt(shown - dayMs, zone)
  const after = offsetAt(shown + dayMs, zone)
  if (before === after) return shown - before
  const candidates = [shown - before, shown - after].filter((ms) => ms + offsetAt(ms, zone) === shown)
  return candidates.length === 0 ? shown - before : Math.min(...candidates)
}

/** The UTC offset of the zone, in milliseconds. */
export function offsetAt(ms: number, zone: string): number {
  if (zone === 'UTC') return 0
  // "1/31/2026, 10:30:00": parsing the text is twice as fast as `formatToParts`.
  const shown = findFormatter(zone)?.format(ms).match(/\d+/g) ?? []
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = shown.map(Number)
  return asIfUtc({ year, month, day, hour, minute, second, millisecond: 0 }) - Math.floor(ms / 1000) * 1000
}

/** The calendar repeats every 400 years. Shifting by one cycle keeps Date.UTC from reading year 99 as 1999. */
const cycleMs = 146_097 * dayMs

export function asIfUtc(local: LocalTime): number {
  const { year, month, day, hour, minute, second, millisecond } = local
  return Date.UTC(year + 400, month - 1, day, hour, minute, second, millisecond) - cycleMs
}

/** Formatters are slow to create, so those of the few zones in use are cached. */
function findFormatter(zone: string): Intl.DateTimeFormat | undefined {
  return formatters.get(zone, () => createFormatter(zone))
}

function createFormatter(zone: string): Intl.DateTimeFormat | undefined {
  // All zone names are shorter, so a long text does not have to reach the host.
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
