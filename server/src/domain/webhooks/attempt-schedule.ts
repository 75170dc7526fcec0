const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long after the try before it each try comes. */
const DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** At most this share is added, so that what failed together does not come back together. */
const JITTER = 0.1

/** How long to wait after `tries` of them have failed; undefined when that was the last. `random` is from 0 to 1. */
export function delayAfter(tries: number, random: number): number | undefined {
  const delay = DELAYS_MS[tries]
  return delay === undefined ? undefined : withJitter(delay, random)
}

export function withJitter(ms: number, random: number): number {
  return Math.round(ms * (1 + JITTER * random))
}
