import { Cron } from 'croner'
import { findClockChange, instantOf, type OffsetAt } from './zone-clock.ts'

/** Five fields, or six with seconds first. */
const FIELDS = /^\S+(?:\s+\S+){4,5}$/
/** A list of all minutes has fewer than 200 characters; reading thousands takes long. */
const MAX_CHARACTERS = 500
/**
 * The last years before 3000, which is as far as the library searches. They have every kind of year, and each weekday on 29 February: what never
 * matches in them never matches at all. From today on, the search would take a thousand years.
 */
const LAST_YEARS = Date.UTC(2971, 0, 1)
/** Expressions that are kept. Reading one takes up to a few milliseconds, and a schedule is read whenever it is checked, armed or due. */
const MAX_KNOWN = 2_000
const NICKNAMES = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])

export interface CronRuns {
  /** The first time after `after`; undefined if there is none. */
  nextRun(after: number, offsetAt: OffsetAt): number | undefined
}

const known = new Map<string, CronRuns | string>()

/** Parses a cron expression. A returned text describes the problem and completes the sentence "`cron` …". */
export function readCron(text: string): CronRuns | string {
  // Longer ones are refused without being parsed.
  if (text.length > MAX_CHARACTERS) return parseCron(text)
  const runs = known.get(text) ?? parseCron(text)
  // The ones that were used last stay.
  known.delete(text)
  known.set(text, runs)
  if (known.size > MAX_KNOWN) for (const oldest of known.keys().take(1)) known.delete(oldest)
  return runs
}

/**
 * Local times are computed as if they were UTC, which has no clock changes, and then converted to instants (`instantOf`).
 * Clock changes are therefore handled here and not by the library: each local time runs at most once, and times in a skipped
 * hour run once, at the change.
 */
function parseCron(text: string): CronRuns | string {
  const trimmed = text.trim()
  if (!FIELDS.test(trimmed) && !NICKNAMES.has(trimmed.toLowerCase())) {
    return `must have five fields (minute, hour, day, month, weekday), or six with seconds first, but is "${shorten(trimmed)}"`
  }
  if (trimmed.length > MAX_CHARACTERS) {
    return `must have at most ${MAX_CHARACTERS} characters, but "${shorten(trimmed)}" has ${trimmed.length}`
  }
  let cron: Cron
  try {
    cron = new Cron(trimmed, { utcOffset: 0, paused: true })
  } catch (error) {
    return `is invalid: "${shorten(trimmed)}": ${describe(error)}`
  }
  const nextLocal = rememberLast((after) => cron.nextRun(new Date(after))?.getTime())
  if (nextLocal(LAST_YEARS) === undefined) {
    return `never matches a date: "${shorten(trimmed)}"`
  }
  return {
    nextRun(after, offsetAt) {
      let from = after + offsetAt(after)
      for (;;) {
        const local = nextLocal(from)
        if (local === undefined) return undefined
        const instant = instantOf(local, offsetAt)
        if (instant > after) return instant
        // Clocks were set back, and this local time has already run. Continue after the repeated times.
        from = Math.max(local, endOfRepeated(instant, after, offsetAt))
      }
    },
  }
}

/** Searching a rare date takes milliseconds, and several triggers, zones and requests ask for the same one. */
function rememberLast(search: (after: number) => number | undefined): (after: number) => number | undefined {
  let last: { from: number; next: number | undefined } = { from: Number.POSITIVE_INFINITY, next: undefined }
  return (after) => {
    const isBefore = last.next === undefined || after < last.next
    if (!(last.from <= after && isBefore)) last = { from: after, next: search(after) }
    return last.next
  }
}

/** The last local time that occurs twice, if clocks were set back between two instants. */
function endOfRepeated(from: number, to: number, offsetAt: OffsetAt): number {
  const before = offsetAt(from)
  return offsetAt(to) === before ? Number.NEGATIVE_INFINITY : findClockChange(from, to, offsetAt) + before - 1
}

function describe(error: unknown): string {
  return String(error instanceof Error ? error.message : error).replace(/^CronPattern: /, '')
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
