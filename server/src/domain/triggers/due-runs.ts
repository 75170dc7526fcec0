import type { Schedule } from './schedule.ts'

/** A run that is later than this, its jitter aside, was missed: the policy of the schedule decides what becomes of it. */
const MISSED_AFTER_MS = 60_000
/** Of missed runs that are all made up for, at most this many: the latest. */
const MOST_MADE_UP = 100
/** So that one transaction has an end, whatever the schedule is. */
const MOST_AT_ONCE = 200

export interface DueRuns {
  /** The times that are run now, in order. */
  readonly runs: readonly number[]
  /** The time that follows; undefined when there is none. */
  readonly next: number | undefined
}

/**
 * What is due at `now`, when `first` is the earliest time without a run.
 *
 * 1. What is less than a minute late runs, each time of it.
 * 2. What is later was missed. `skip`: it does not run. `all`: it runs, the latest hundred of it. `once`: if nothing runs
 *    by the first rule, the latest of it does.
 *
 * Jitter makes no run late: each may begin as much later as the schedule allows at most, since it also waits for those
 * before it, which keep their order.
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
      schedule.misfire === 'skip' ? [] : latestRuns(schedule, first, missedUpTo, mostOf(schedule))
    if (schedule.misfire === 'all') runs.push(...missed)
    else latestMissed = missed.at(-1)
    next = schedule.nextRun(missedUpTo - 1)
  }
  const madeUp = runs.length
  while (next !== undefined && next + jitterOf(next) <= now && runs.length - madeUp < MOST_AT_ONCE) {
    runs.push(next)
    next = schedule.nextRun(next)
  }
  if (latestMissed !== undefined && runs.length === 0) runs.push(latestMissed)
  return { runs, next }
}

function mostOf({ misfire }: Schedule): number {
  return misfire === 'all' ? MOST_MADE_UP : 1
}

/** The latest `most` times from `first`, which is one, up to but not `end`, without walking through all before them. */
function latestRuns(schedule: Schedule, first: number, end: number, most: number): readonly number[] {
  const after = (start: number) => {
    const found: number[] = []
    for (let at = schedule.nextRun(start); at !== undefined && at < end; at = schedule.nextRun(at)) {
      found.push(at)
      if (found.length > most) break
    }
    return found
  }
  // Back from the end in steps that double, until there are enough; then closer, until there are not too many.
  let span = Math.min(MISSED_AFTER_MS, end - first + 1)
  let found = after(end - span)
  while (found.length < most && end - span >= first) {
    span = Math.min(span * 2, end - first + 1)
    found = after(end - span)
  }
  let [low, high] = [end - span, end]
  while (found.length > most) {
    const middle = low + Math.ceil((high - low) / 2)
    const closer = after(middle)
    if (closer.length < most) high = middle
    else {
      low = middle
      found = closer
    }
  }
  return found
}
