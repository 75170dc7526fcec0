/** A period, in milliseconds since the epoch. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

export interface Tick {
  readonly at: number
  readonly kind: 'day' | 'hour'
}

/** A moment at which the clocks of the viewer change. */
export interface ClockChange {
  readonly at: number
  readonly direction: 'forward' | 'back'
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HOURS_PER_TICK = 3
/** Up to this many days, hours have ticks. */
const MAX_DAYS_WITH_HOURS = 2

/**
 * The ticks of an axis: midnights of the viewer, and every third hour if there is space. They are found by the local calendar,
 * so a day of 23 or 25 hours has its ticks where the clock shows them.
 */
export function ticksOf({ from, to }: TimeRange): readonly Tick[] {
  const step = (to - from) / DAY_MS <= MAX_DAYS_WITH_HOURS ? HOURS_PER_TICK : 24
  const ticks: Tick[] = []
  const first = new Date(from)
  first.setHours(0, 0, 0, 0)
  const day = [first.getFullYear(), first.getMonth(), first.getDate()] as const
  for (let hour = 0; ; hour += step) {
    const tick = new Date(day[0], day[1], day[2], hour)
    const at = tick.getTime()
    if (at >= to) return ticks
    // An hour that the clock skips is shown as the one after it.
    if (at >= from && ticks.at(-1)?.at !== at) {
      ticks.push({ at, kind: tick.getHours() === 0 && tick.getMinutes() === 0 ? 'day' : 'hour' })
    }
  }
}

/** The changes of the viewer's clocks in the period. */
export function clockChangesIn({ from, to }: TimeRange): readonly ClockChange[] {
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
    changes.push({ at: high, direction: after < before ? 'forward' : 'back' })
  }
  return changes
}

/** Minutes that the viewer's clock is behind UTC. */
function offsetAt(at: number): number {
  return new Date(at).getTimezoneOffset()
}

/** Where a moment is in the period, from 0 to 100. */
export function percentOf(at: number, { from, to }: TimeRange): number {
  return ((at - from) / (to - from)) * 100
}

/** The name of the viewer's time zone. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
