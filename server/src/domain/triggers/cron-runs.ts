import { Cron } from 'croner'
import { findJump, momentOf, type OffsetAt } from './zone-clock.ts'

/** Five fields, or six with the seconds before them. */
const FIELDS = /^\S+(?:\s+\S+){4,5}$/
const NICKNAMES = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'])

export interface CronRuns {
  /** The first time after `after`; undefined when none follows. */
  nextRun(after: number, offsetAt: OffsetAt): number | undefined
}

/**
 * Reads a cron expression; a text says what is wrong with it, and ends the sentence "`cron` …".
 *
 * Local times are counted as if they were UTC, where no clock ever jumps, and become moments one by one (`momentOf`).
 * So what happens when clocks change is decided here, and not by the library: each local time runs at most once, and what
 * falls into an hour that is skipped runs at the jump, once.
 */
export function readCron(text: string): CronRuns | string {
  const trimmed = text.trim()
  if (!FIELDS.test(trimmed) && !NICKNAMES.has(trimmed.toLowerCase())) {
    return `must have five fields (minute, hour, day, month, weekday), or six with the seconds before them, and is "${shorten(trimmed)}"`
  }
  let cron: Cron
  try {
    cron = new Cron(trimmed, { utcOffset: 0, paused: true })
  } catch (error) {
    return `cannot read "${shorten(trimmed)}": ${describe(error)}`
  }
  const nextLocal = (after: number) => cron.nextRun(new Date(after))?.getTime()
  if (nextLocal(Date.UTC(2000, 0, 1)) === undefined) {
    return `names a time that never comes: "${shorten(trimmed)}"`
  }
  return {
    nextRun(after, offsetAt) {
      let from = after + offsetAt(after)
      for (;;) {
        const local = nextLocal(from)
        if (local === undefined) return undefined
        const moment = momentOf(local, offsetAt)
        if (moment > after) return moment
        // Clocks were set back, and show for the second time what has had its run. On with what they showed last.
        from = Math.max(local, endOfRepeated(moment, after, offsetAt))
      }
    },
  }
}

/** The last local time that is shown twice, where clocks were set back between two moments. */
function endOfRepeated(from: number, to: number, offsetAt: OffsetAt): number {
  const before = offsetAt(from)
  return offsetAt(to) === before ? Number.NEGATIVE_INFINITY : findJump(from, to, offsetAt) + before - 1
}

function describe(error: unknown): string {
  return String(error instanceof Error ? error.message : error).replace(/^CronPattern: /, '')
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
