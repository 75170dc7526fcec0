/** What a number with a date format stands for. */
export type DateKind = 'date' | 'time' | 'date-time'

const BUILT_IN: readonly (readonly [number, number, DateKind])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date-time'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [57, 58, 'date'],
]

/** Undefined when numbers of this format are numbers. */
export function dateKindOf(id: number, code: string | undefined): DateKind | undefined {
  if (code === undefined) return BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2]
  const pattern = (code.split(';', 1)[0] ?? '')
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    // Colours, currencies and languages; hours in brackets are durations, which are numbers.
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
  if (/\[/.test(pattern) || /^general$/i.test(pattern.trim())) return undefined
  const hasTime = /[hs]/i.test(pattern)
  const hasDate = /[dy]/i.test(pattern) || (!hasTime && /m/i.test(pattern))
  if (hasDate) return hasTime ? 'date-time' : 'date'
  return hasTime ? 'time' : undefined
}

const DAY_MS = 24 * 60 * 60 * 1000
/** The last day of the year 9999, which is where spreadsheets end. */
const MAX_SERIAL = 2_958_466

/** A date in ISO 8601, without a time zone: spreadsheets know none. Undefined when the number is no date. */
export function toIsoDate(serial: number, kind: DateKind, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < MAX_SERIAL)) return undefined
  // Spreadsheets count a 29 February 1900 that never was.
  const offset = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const seconds = Math.round((serial * DAY_MS) / 1000)
  const [date = '', time = ''] = new Date(offset + seconds * 1000).toISOString().slice(0, 19).split('T')
  if (kind === 'time' && serial < 1) return time
  return kind === 'date' && time === '00:00:00' ? date : `${date}T${time}`
}
