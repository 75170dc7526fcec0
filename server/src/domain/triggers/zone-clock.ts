/** The UTC offset of a time zone at an instant, in milliseconds. */
export type OffsetAt = (ms: number) => number

const DAY_MS = 86_400_000

/**
 * The instant of a local time (written as if it were UTC).
 *
 * 1. A time that occurs twice, because clocks go back, is the first occurrence.
 * 2. A time that does not occur, because clocks go forward, is the instant of the change.
 *
 * A later local time therefore never has an earlier instant: the order of local times is kept.
 */
export function instantOf(local: number, offsetAt: OffsetAt): number {
  const before = offsetAt(local - DAY_MS)
  const after = offsetAt(local + DAY_MS)
  if (before === after && offsetAt(local - before) === before) return local - before
  const offsets = [before, offsetAt(local - before), offsetAt(local - after), after]
  const shown = offsets.map((offset) => local - offset).filter((ms) => ms + offsetAt(ms) === local)
  if (shown.length > 0) return Math.min(...shown)
  const candidates = offsets.map((offset) => local - offset)
  return findClockChange(Math.min(...candidates), Math.max(...candidates), offsetAt)
}

/** The first instant after `from` with another offset than at `from`. The offset must have changed by `to`. */
export function findClockChange(from: number, to: number, offsetAt: OffsetAt): number {
  const offset = offsetAt(from)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    if (offsetAt(middle) === offset) low = middle
    else high = middle
  }
  return high
}
