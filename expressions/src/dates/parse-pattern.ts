import { HostCache } from '#expressions/runtime/host-cache.ts'
import { earliest, latest } from './calendar.ts'
import { toInstant } from './parse-date.ts'

/**
 * A field of a pattern: the ways to read it, the preferred one first. No way can match more than one length at a
 * position, so that no text takes long.
 */
interface Field {
  readonly name?: string
  readonly ways: readonly RegExp[]
  /** Whether it can follow itself any number of times, which is preferred. */
  readonly repeats?: true
}

const digits = (name: string, ...lengths: readonly number[]): Field => ({
  name,
  ways: lengths.map((length) => new RegExp(`\\d{${length}}`, 'uy')),
})

const NOTHING = /(?:)/uy
const optionalSpaces: Field = { ways: [/\s/uy, NOTHING], repeats: true }
const optionalDot: Field = { ways: [/\./uy, NOTHING] }
const word: readonly Field[] = [{ ways: [/\p{L}/iuy], repeats: true }, optionalDot]
const offsets: readonly RegExp[] = [/[+-]\d{2}:\d{2}/uy, /[+-]\d{4}/uy]

const fields: Readonly<Record<string, readonly Field[]>> = {
  yyyy: [digits('year', 4)],
  yy: [digits('year', 2)],
  y: [digits('year', 4, 3, 2, 1)],
  MM: [digits('month', 2)],
  M: [digits('month', 2, 1)],
  dd: [digits('day', 2)],
  d: [digits('day', 2, 1)],
  HH: [digits('hour', 2)],
  H: [digits('hour', 2, 1)],
  hh: [digits('half', 2)],
  h: [digits('half', 2, 1)],
  mm: [digits('minute', 2)],
  m: [digits('minute', 2, 1)],
  ss: [digits('second', 2)],
  s: [digits('second', 2, 1)],
  SSS: [digits('millisecond', 3)],
  a: [{ name: 'noon', ways: [/[ap]/iuy] }, optionalDot, { ways: [/m/iuy] }, optionalDot],
  XXX: [{ name: 'offset', ways: [/z/iuy, ...offsets] }],
  xxx: [{ name: 'offset', ways: offsets }],
  EEE: word,
  EEEE: word,
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
  const sequence: Field[] = [optionalSpaces]
  const names = new Set<string>()
  for (const [token] of pattern.matchAll(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'/g)) {
    if (!/^[A-Za-z]/.test(token)) {
      const literal = token.startsWith("'")
        ? token === "''"
          ? "'"
          : token.slice(1, -1).replaceAll("''", "'")
        : token
      sequence.push({ ways: [wayOf(literal)] })
      continue
    }
    const added = /^M{3,4}$/.test(token) ? [monthNameField(locale)] : fields[token]
    const name = added?.[0]?.name
    // The second of two fields of one kind would overwrite what the first one read.
    if (added === undefined || (name !== undefined && names.has(name))) return { ok: false, unknown: token }
    if (name !== undefined) names.add(name)
    sequence.push(...added)
  }
  // Nothing of a date would be read, but the text may match.
  if (names.size === 0) return { ok: false }
  sequence.push(optionalSpaces)
  const found = readFields(text, sequence)
  const ms = found === undefined ? undefined : toMs(found, zone, locale)
  return ms !== undefined && ms >= earliest && ms <= latest ? { ok: true, ms } : { ok: false }
}

/** Reads all of the text as a sequence of fields. Tries no field twice at a position. */
function readFields(text: string, sequence: readonly Field[]): Found | undefined {
  const found: Record<string, string> = {}
  const width = text.length + 1
  const isTried = new Uint8Array(sequence.length * width)
  const read = (index: number, from: number): boolean => {
    const field = sequence[index]
    if (field === undefined) return from === text.length
    if (isTried[index * width + from] === 1) return false
    isTried[index * width + from] = 1
    for (const way of field.ways) {
      way.lastIndex = from
      if (!way.test(text)) continue
      const end = way.lastIndex
      if ((field.repeats === true && read(index, end)) || read(index + 1, end)) {
        if (field.name !== undefined) found[field.name] = text.slice(from, end)
        return true
      }
    }
    return false
  }
  return read(0, 0) ? found : undefined
}

type Found = Readonly<Record<string, string | undefined>>

function toMs(found: Found, zone: string, locale: string): number | undefined {
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

const monthNameFields = new HostCache<Field>()

function monthNameField(locale: string): Field {
  return monthNameFields.get(locale, () => ({ name: 'name', ways: monthNames(locale).map(wayOf) }))
}

/** Reads just this text, in upper or lower case. */
function wayOf(literal: string): RegExp {
  return new RegExp(literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iuy')
}
