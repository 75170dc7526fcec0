/** The app is in English; dates and numbers follow the user's variety of English. */
const locale = navigator.language.startsWith('en') ? navigator.language : 'en-GB'

/** Made when they are needed: a formatter takes milliseconds to make, and a page needs few of them. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const moment = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }))
const day = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const clock = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }))
const shortMoment = once(
  () => new Intl.DateTimeFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' }),
)
const dayMonth = once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))
const hourMinute = once(() => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }))
const weekdayDay = once(() => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric' }))
const dayAndTime = once(
  () =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
)
const relative = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))
const relativeInNumbers = once(() => new Intl.RelativeTimeFormat('en'))
const number = once(() => new Intl.NumberFormat(locale))

export const formatMoment = (iso: string) => moment().format(new Date(iso))
export const formatDate = (iso: string) => day().format(new Date(iso))
export const formatClock = (iso: string) => clock().format(new Date(iso))
export const formatWeekdayTime = (iso: string) => shortMoment().format(new Date(iso))
export const formatShortMoment = (iso: string) => dayAndTime().format(new Date(iso))
export const formatDayMonth = (time: number) => dayMonth().format(time)
export const formatHour = (time: number) => hourMinute().format(time)
export const formatWeekdayDay = (time: number) => weekdayDay().format(time)
/** Small numbers read the same in every variety of English: the first page should not wait for a formatter. */
export const formatNumber = (value: number) =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : number().format(value)

const justNow = 'just now'
const inAMoment = 'in a moment'

const minute = 60
const hour = 60 * minute
const dayLength = 24 * hour

const steps: readonly [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [hour, minute, 'minute'],
  [dayLength, hour, 'hour'],
  [30 * dayLength, dayLength, 'day'],
  [365 * dayLength, 30 * dayLength, 'month'],
  [Number.POSITIVE_INFINITY, 365 * dayLength, 'year'],
]

export function formatRelative(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds <= 0 ? justNow : inAMoment
  // The larger unit starts where rounding would otherwise return "60 minutes" or "24 hours".
  const step = steps.find(([limit, size]) => Math.round(distance / size) * size < limit)
  if (step === undefined) return formatDate(iso)
  const [, size, unit] = step
  // "yesterday" is exact, "last month" is not.
  const format = unit === 'day' ? relative() : relativeInNumbers()
  return format.format(Math.sign(seconds) * Math.max(1, Math.round(distance / size)), unit)
}

/** A time in a time zone of the user's choice, with the weekday: "Mon, 16 Nov 2026, 09:00 GMT+1". */
export function formatInZone(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(time)
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** "2.4 KB" */
export function formatSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000
    unit++
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${UNITS[unit]}`
}
