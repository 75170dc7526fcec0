import { daysInMonth, earliest, latest } from './calendar.ts'
import { asIfUtc, fromLocal, type LocalTime } from './zone.ts'

const isoDate =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i
const mailDate =
  /^(?:[A-Z][a-z]{2},? )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2})(?::(\d{2}))? (GMT|UTC|Z|[+-]\d{4})$/
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Parses ISO 8601 and the format of mail and HTTP headers. A time without an offset is local to `zone`. */
export function parseDate(text: string, zone: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed.length > 60) return undefined
  const ms = parseIso(trimmed, zone) ?? parseMail(trimmed)
  return ms !== undefined && ms >= earliest && ms <= latest ? ms : undefined
}

function parseIso(text: string, zone: string): number | undefined {
  const match = isoDate.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second, fraction, offset] = match
  return toInstant(
    {
      year: Number(year),
      month: Number(month ?? 1),
      day: Number(day ?? 1),
      hour: Number(hour ?? 0),
      minute: Number(minute ?? 0),
      second: Number(second ?? 0),
      millisecond: Math.floor(Number(`0.${fraction ?? 0}`) * 1000),
    },
    offset,
    zone,
  )
}

function parseMail(text: string): number | undefined {
  const match = mailDate.exec(text)
  if (match === null) return undefined
  const [, day, month = '', year, hour, minute, second, offset] = match
  return toInstant(
    {
      year: Number(year),
      month: monthNames.indexOf(month) + 1,
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second ?? 0),
      millisecond: 0,
    },
    offset,
    'UTC',
  )
}

export function toInstant(local: LocalTime, offset: string | undefined, zone: string): number | undefined {
  if (!isValid(local)) return undefined
  if (offset === undefined) return fromLocal(local, zone)
  const shift = parseOffset(offset)
  return shift === undefined ? undefined : asIfUtc(local) - shift
}

function isValid({ year, month, day, hour, minute, second }: LocalTime): boolean {
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59
  )
}

function parseOffset(offset: string): number | undefined {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset)
  if (match === null) return 0
  const hours = Number(match[2])
  const minutes = Number(match[3] ?? 0)
  if (hours > 23 || minutes > 59) return undefined
  return (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
