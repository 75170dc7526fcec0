import { HostCache } from '#expressions/runtime/host-cache.ts'
import { weekdayOf, weekOf } from './calendar.ts'
import { offsetAt, toLocal, type LocalTime } from './zone.ts'

interface Shown {
  readonly ms: number
  readonly offset: number
  readonly zone: string
  readonly locale: string
  readonly local: LocalTime
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/** The pattern fields, as in Unicode's date format patterns. */
const fields: ReadonlyMap<string, (shown: Shown) => string> = new Map<string, (shown: Shown) => string>([
  ['yyyy', ({ local }) => digits(local.year, 4)],
  ['yy', ({ local }) => digits(local.year % 100, 2)],
  ['y', ({ local }) => String(local.year)],
  ['Q', ({ local }) => String(Math.ceil(local.month / 3))],
  ['MMMM', (shown) => named(shown, { month: 'long' })],
  ['MMM', (shown) => named(shown, { month: 'short' })],
  ['MM', ({ local }) => digits(local.month, 2)],
  ['M', ({ local }) => String(local.month)],
  ['ww', ({ local }) => digits(weekOf(local), 2)],
  ['w', ({ local }) => String(weekOf(local))],
  ['dd', ({ local }) => digits(local.day, 2)],
  ['d', ({ local }) => String(local.day)],
  ['EEEE', (shown) => named(shown, { weekday: 'long' })],
  ['EEE', (shown) => named(shown, { weekday: 'short' })],
  ['e', ({ local }) => String(weekdayOf(local))],
  ['HH', ({ local }) => digits(local.hour, 2)],
  ['H', ({ local }) => String(local.hour)],
  ['hh', ({ local }) => digits(local.hour % 12 || 12, 2)],
  ['h', ({ local }) => String(local.hour % 12 || 12)],
  ['mm', ({ local }) => digits(local.minute, 2)],
  ['m', ({ local }) => String(local.minute)],
  ['ss', ({ local }) => digits(local.second, 2)],
  ['s', ({ local }) => String(local.second)],
  ['SSS', ({ local }) => digits(local.millisecond, 3)],
  ['a', ({ local }) => (local.hour < 12 ? 'AM' : 'PM')],
  ['XXX', ({ offset }) => (offset === 0 ? 'Z' : formatOffset(offset))],
  ['xxx', ({ offset }) => formatOffset(offset)],
  ['VV', ({ zone }) => zone],
])

export const patternFields: readonly string[] = [...fields.keys()]

export type Formatted =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly unknown: string }

/** Letters are fields; all other characters are literal. Literal letters go in single quotes. */
export function formatDate(ms: number, pattern: string, zone: string, locale: string): Formatted {
  const offset = offsetAt(ms, zone)
  const shown: Shown = { ms, offset, zone, locale, local: toLocal(ms + offset, 'UTC') }
  let text = ''
  for (const [token] of pattern.matchAll(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'/g)) {
    if (/^[A-Za-z]/.test(token)) {
      const field = fields.get(token)
      if (field === undefined) return { ok: false, unknown: token }
      text += field(shown)
    } else text += token.startsWith("'") ? unquote(token) : token
  }
  return { ok: true, text }
}

/** ISO 8601 in a zone, with `Z` for UTC and the offset for other zones. */
export function formatIso(ms: number, zone: string): string {
  const offset = offsetAt(ms, zone)
  if (offset === 0) return new Date(ms).toISOString()
  return new Date(ms + offset).toISOString().replace('Z', formatOffset(offset))
}

function unquote(token: string): string {
  if (token === "''") return "'"
  return token.slice(1, token.length > 1 ? -1 : undefined).replaceAll("''", "'")
}

function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60), 2)}:${digits(minutes % 60, 2)}`
}

const formatters = new HostCache<Intl.DateTimeFormat>()

/** Names of months and weekdays in a locale. The offset is applied here, so that all zones share formatters. */
function named({ ms, offset, locale }: Shown, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${JSON.stringify(options)}`
  const formatter = formatters.get(
    key,
    () => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' }),
  )
  return formatter.format(ms + offset)
}

/** As usual in a locale. */
export function formatStyled(
  ms: number,
  {
    zone,
    locale,
    dateStyle,
    timeStyle,
  }: { readonly zone: string; readonly locale: string } & Pick<
    Intl.DateTimeFormatOptions,
    'dateStyle' | 'timeStyle'
  >,
): string {
  const options = {
    timeZone: zone,
    calendar: 'gregory',
    ...(dateStyle !== undefined && { dateStyle }),
    ...(timeStyle !== undefined && { timeStyle }),
  }
  return formatters
    .get(`${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))
    .format(ms)
}

export function isLocale(locale: string): boolean {
  if (locale.length > 35) return false
  try {
    return Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}
