/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
export type OffsetAt = (ms: number) => number

const DAY_MS = 86_400_000

/**
 * The moment at which clocks show a local time (written as if it were UTC).
 *
 * 1. A time that is shown twice, because clocks go back, means the first of the two.
 * 2. A time that is never shown, because clocks go forward, means the moment of the jump.
 *
 * So a later local time never gives an earlier moment: local times in order give moments in order.
 */
export function momentOf(local: number, offsetAt: OffsetAt): number {
  const before = offsetAt(local - DAY_MS)
  const after = offsetAt(local + DAY_MS)
  if (before === after && offsetAt(local - before) === before) return local - before
  const offsets = [before, offsetAt(local - before), offsetAt(local - after), after]
  const shown = offsets.map((offset) => local - offset).filter((ms) => ms + offsetAt(ms) === local)
  if (shown.length > 0) return Math.min(...shown)
  const moments = offsets.map((offset) => local - offset)
  return findJump(Math.min(...moments), Math.max(...moments), offsetAt)
}

/** The first moment after `from` at which the offset is no longer that of `from`; it has changed by `to`. */
export function findJump(from: number, to: number, offsetAt: OffsetAt): number {
  const offset = offsetAt(from)
  let [low, high] = [from, to]
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    if (offsetAt(middle) === offset) low = middle
    else high = middle
  }
  return high
}
