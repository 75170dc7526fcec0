const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The delay of each attempt after the previous one. */
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
/** The maximum random share that is added, so that deliveries that failed together are not retried together. */
const JITTER = 0.1

/** The delay after `attempts` failed attempts; undefined after the last one. `random` is from 0 to 1. */
export function delayAfter(attempts: number, random: number): number | undefined {
  const delay = DELAYS_MS[attempts]
  return delay === undefined ? undefined : withJitter(delay, random)
}

export function withJitter(ms: number, random: number): number {
  return Math.round(ms * (1 + JITTER * random))
}
