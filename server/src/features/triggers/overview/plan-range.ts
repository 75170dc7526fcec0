import { PERIODS, type Period } from '@millrace/contract/statistics.ts'
import { HOUR_MS, type PlanRange } from '#domain/index.ts'

const DAY_MS = 24 * HOUR_MS

/** Half an hour, three hours and half a day: about as many steps as a strip on a screen can tell apart. */
const LENGTHS: Readonly<Record<Period, { readonly ms: number; readonly stepMs: number }>> = {
  '24h': { ms: DAY_MS, stepMs: HOUR_MS / 2 },
  '7d': { ms: 7 * DAY_MS, stepMs: 3 * HOUR_MS },
  '30d': { ms: 30 * DAY_MS, stepMs: 12 * HOUR_MS },
}

const [DEFAULT_PERIOD] = PERIODS
/** Times must not leave the years of four digits. */
const LATEST = Date.UTC(9_000, 0)

/**
 * The steps of a period. It begins with a step, so that everybody who looks within the same step gets the same plans, which
 * are computed once.
 */
export function planRange(period: Period = DEFAULT_PERIOD, from: number): PlanRange {
  const { ms, stepMs } = LENGTHS[period]
  const start = Math.floor(Math.min(Math.max(from, 0), LATEST) / stepMs) * stepMs
  return { from: start, to: start + ms, stepMs }
}
