import { HostCache } from '#expressions/runtime/host-cache.ts'
import { earliest, latest } from './calendar.ts'
import { toInstant } from './parse-date.ts'

/** What a field of a pattern reads. */
const fields: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<year>\\d{2})',
  y: '(?<year>\\d{1,4})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{2})',
  d: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<half>\\d{2})',
  h: '(?<half>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  m: '(?<minute>\\d{1,2})',
  ss: '(?<second>\\d{2})',
  s: '(?<second>\\d{1,2})',
  SSS: '(?<millisecond>\\d{3})',
  a: '(?<noon>[AaPp])\\.?[Mm]\\.?',
  XXX: '(?<offset>[Zz]|[+-]\\d{2}:?\\d{2})',
  xxx: '(?<offset>[+-]\\d{2}:?\\d{2})',
  EEE: '\\p{L}+\\.?',
  EEEE: '\\p{L}+\\.?',
}

export const readableFields: readonly string[] = [...Object.keys(fields), 'MMM', 'MMMM']

export type PatternRead =
  | { readonly ok: true; readonly ms: number }
  | { readonly ok: false; readonly unknown?: string }

/** Reads a text in a pattern, the opposite of `formatDate`. A time without an offset is local to `zone`. */
export function readInPattern(
  text: string,
  pattern: string,
  { zone, locale }: { readonly zone: string; readonly locale: string },
): PatternRead {
  let source = ''
  const names = new Set<string>()
  for (const [token] of pattern.matchAll(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'/g)) {
    if (!/^[A-Za-z]/.test(token)) {
      source += escape(
        token.startsWith("'") ? (token === "''" ? "'" : token.slice(1, -1).replaceAll("''", "'")) : token,
      )
      continue
    }
    const field = /^M{3,4}$/.test(token)
      ? `(?<name>${monthNames(locale).map(escape).join('|')})`
      : fields[token]
    if (field === undefined) return { ok: false, unknown: token }
    const name = /^\(\?<(\w+)>/.exec(field)?.[1]
    // A field that appears twice would be a mistake in the regular expression.
    if (name !== undefined && names.has(name)) return { ok: false, unknown: token }
    if (name !== undefined) names.add(name)
    source += field
  }
  const found = new RegExp(`^\\s*${source}\\s*$`, 'iu').exec(text)?.groups
  const ms = found === undefined ? undefined : toMs(found, zone, locale)
  return ms !== undefined && ms >= earliest && ms <= latest ? { ok: true, ms } : { ok: false }
}

type Groups = Readonly<Record<string, string | undefined>>

function toMs(found: Groups, zone: string, locale: string): number | undefined {
  const read = (name: string, missing: number) => (found[name] === undefined ? missing : Number(found[name]))
  const half = found['half']
  const hour =
    half === undefined ? read('hour', 0) : (Number(half) % 12) + (/p/i.test(found['noon'] ?? '') ? 12 : 0)
  if (half !== undefined && (Number(half) < 1 || Number(half) > 12)) return undefined
  const local = {
    year: yearOf(found['year']),
    month: found['name'] === undefined ? read('month', 1) : monthOf(found['name'], locale),
    day: read('day', 1),
    hour,
    minute: read('minute', 0),
    second: read('second', 0),
    millisecond: read('millisecond', 0),
  }
  return toInstant(local, found['offset'], zone)
}

/** Two digits are a year from 1970 to 2069. */
function yearOf(text = '1970'): number {
  const year = Number(text)
  return text.length > 2 ? year : year + (year < 70 ? 2_000 : 1_900)
}

function monthOf(name: string, locale: string): number {
  const index = monthNames(locale).findIndex((one) => one.toLowerCase() === name.toLowerCase())
  return (index % 12) + 1
}

const namesByLocale = new HostCache<readonly string[]>()

/** The long names of all months, then the short ones, then these without a full stop. */
function monthNames(locale: string): readonly string[] {
  return namesByLocale.get(locale, () => {
    const list = (month: 'long' | 'short') => {
      const formatter = new Intl.DateTimeFormat(locale, {
        month,
        day: 'numeric',
        timeZone: 'UTC',
        calendar: 'gregory',
      })
      return Array.from(
        { length: 12 },
        (_, index) =>
          formatter.formatToParts(Date.UTC(2026, index, 1)).find(({ type }) => type === 'month')?.value ??
          '?',
      )
    }
    const [long, short] = [list('long'), list('short')]
    const alone = (month: 'long' | 'short') =>
      Array.from({ length: 12 }, (_, index) =>
        new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC', calendar: 'gregory' }).format(
          Date.UTC(2026, index, 1),
        ),
      )
    return [
      ...long,
      ...alone('long'),
      ...short,
      ...alone('short'),
      ...short.map((name) => name.replace(/\.$/, '')),
    ]
  })
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
