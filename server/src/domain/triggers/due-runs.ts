import type { Schedule } from './schedule.ts'

/** A run that is later than this, apart from its jitter, was missed. The misfire policy decides what happens to it. */
const MISSED_AFTER_MS = 60_000
/** With the policy `all`, at most this many missed runs are caught up: the latest. */
const MAX_CAUGHT_UP = 100
/** Bounds the size of one transaction. */
const MAX_PER_BATCH = 200

export interface DueRuns {
  /** The times to run now, in order. */
  readonly runs: readonly number[]
  /** The next time; undefined if there is none. */
  readonly next: number | undefined
}

/**
 * The runs that are due at `now`; `first` is the earliest time without a run.
 *
 * 1. Every time that is less than a minute late runs.
 * 2. Later times were missed. `skip`: they do not run. `all`: the latest hundred run. `once`: the latest one runs, unless
 *    something runs by the first rule.
 *
 * Jitter does not make a run late: each run can start later by the maximum jitter of the schedule, because it also waits for
 * the runs before it, which keep their order.
 */
export function findDueRuns(
  schedule: Schedule,
  first: number,
  now: number,
  jitterOf: (run: number) => number,
): DueRuns {
  const missedUpTo = now - MISSED_AFTER_MS - schedule.jitterMs
  const runs: number[] = []
  let next: number | undefined = first
  let latestMissed: number | undefined
  if (first < missedUpTo) {
    const missed =
      schedule.misfire === 'skip' ? [] : latestRuns(schedule, first, missedUpTo, maxMissed(schedule))
    if (schedule.misfire === 'all') runs.push(...missed)
    else latestMissed = missed.at(-1)
    next = schedule.nextRun(missedUpTo - 1)
  }
  const caughtUp = runs.length
  while (next !== undefined && next + jitterOf(next) <= now && runs.length - caughtUp < MAX_PER_BATCH) {
    runs.push(next)
    next = schedule.nextRun(next)
  }
  if (latestMissed !== undefined && runs.length === 0) runs.push(latestMissed)
  return { runs, next }
}

function maxMissed({ misfire }: Schedule): number {
  return misfire === 'all' ? MAX_CAUGHT_UP : 1
}

/** The latest `count` times from `first`, which is a scheduled time, until before `end`, without visiting all earlier times. */
function latestRuns(schedule: Schedule, first: number, end: number, count: number): readonly number[] {
  const after = (start: number) => {
    const found: number[] = []
    for (let at = schedule.nextRun(start); at !== undefined && at < end; at = schedule.nextRun(at)) {
      found.push(at)
      if (found.length > count) break
    }
    return found
  }
  // Doubles the range back from the end until it has enough times, then narrows it until it has no more than enough.
  let span = Math.min(MISSED_AFTER_MS, end - first + 1)
  let found = after(end - span)
  while (found.length < count && end - span >= first) {
    span = Math.min(span * 2, end - first + 1)
    found = after(end - span)
  }
  let [low, high] = [end - span, end]
  while (found.length > count) {
    const middle = low + Math.ceil((high - low) / 2)
    const closer = after(middle)
    if (closer.length < count) high = middle
    else {
      low = middle
      found = closer
    }
  }
  return found
}
