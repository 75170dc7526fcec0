import type { Schedule } from '../schedule.ts'
import type { Poll } from './poll.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DELAYS_MS = [10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]
/** A service may ask for a longer delay, up to this. */
const MAX_RETRY_AFTER_MS = 60 * MINUTE_MS

const FAILURES_BEFORE_REPORT = 3
const REPORT_AGAIN_MS = 24 * 60 * MINUTE_MS

/** How long to wait after this many failed polls in a row. It never gives up. */
export function retryDelayMs(failures: number, retryAfterMs = 0): number {
  const delay = DELAYS_MS[Math.min(failures, DELAYS_MS.length) - 1] ?? 0
  return Math.max(delay, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
}

/** When to retry, or null if that is after the `end` of the schedule: from then on, the trigger does not poll any more. */
export function retryTime({ end }: Pick<Schedule, 'end'>, now: number, delayMs: number): number | null {
  const retryAt = now + delayMs
  return end !== undefined && retryAt > end ? null : retryAt
}

/** How long to wait for the next page. Nobody waits for a page that follows one without anything new. */
export function pageDelayMs({ fruitlessPages }: Pick<Poll, 'fruitlessPages'>): number {
  return fruitlessPages === 0 ? 0 : SECOND_MS
}

/** Whether a run has to report that polls fail: after a few failures in a row, and then once a day. */
export function isAlarmDue({ failures, reportedAt }: Poll, now: number): boolean {
  if (failures < FAILURES_BEFORE_REPORT) return false
  return reportedAt === null || now - reportedAt >= REPORT_AGAIN_MS
}
