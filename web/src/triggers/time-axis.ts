/** A period, in milliseconds since the epoch. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

export interface Tick {
  readonly at: number
  readonly kind: 'day' | 'hour'
}

/** A moment at which the clocks of a time zone change. */
interface ClockChange {
  readonly at: number
  readonly direction: 'forward' | 'back'
}

export interface TimeAxis {
  readonly range: TimeRange
  readonly ticks: readonly Tick[]
  readonly clockChanges: readonly ClockChange[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HOURS_PER_TICK = 3
/** Up to this many days, hours have ticks. */
const MAX_DAYS_WITH_HOURS = 2

export function axisOf(range: TimeRange, zone: string): TimeAxis {
  const offsetAt = offsetsOf(zone)
  return { range, ticks: ticksOf(range, offsetAt), clockChanges: findClockChanges(range, offsetAt) }
}

/** Milliseconds that the clock of a time zone is ahead of UTC. */
type OffsetAt = (at: number) => number

function offsetsOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const second = Math.floor(at / 1000) * 1000
    const parts = new Map(format.formatToParts(second).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const day = [part('year'), part('month') - 1, part('day')] as const
    return Date.UTC(...day, part('hour'), part('minute'), part('second')) - second
  }
}

/**
 * Midnights, and every third hour if there is space. They are found by the clock of the zone, so a day of 23 or 25 hours has
 * its ticks where the clock shows them.
 */
function ticksOf({ from, to }: TimeRange, offsetAt: OffsetAt): readonly Tick[] {
  const stepMs = (to - from) / DAY_MS <= MAX_DAYS_WITH_HOURS ? HOURS_PER_TICK * HOUR_MS : DAY_MS
  const ticks: Tick[] = []
  for (let local = Math.floor((from + offsetAt(from)) / DAY_MS) * DAY_MS; ; local += stepMs) {
    const guess = local - offsetAt(local - offsetAt(from))
    const at = local - offsetAt(guess)
    if (at >= to) return ticks
    if (at >= from && (ticks.at(-1)?.at ?? 0) < at) {
      ticks.push({ at, kind: local % DAY_MS === 0 ? 'day' : 'hour' })
    }
  }
}

function findClockChanges({ from, to }: TimeRange, offsetAt: OffsetAt): readonly ClockChange[] {
  const changes: ClockChange[] = []
  for (let start = from; start < to; start += DAY_MS) {
    const end = Math.min(start + DAY_MS, to)
    const [before, after] = [offsetAt(start), offsetAt(end)]
    if (before === after) continue
    let [low, high] = [start, end]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle) === before) low = middle
      else high = middle
    }
    changes.push({ at: high, direction: after > before ? 'forward' : 'back' })
  }
  return changes
}

/** Where a moment is in the period, from 0 to 100. */
export function percentOf(at: number, { from, to }: TimeRange): number {
  return ((at - from) / (to - from)) * 100
}

/** The name of the viewer's time zone. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
