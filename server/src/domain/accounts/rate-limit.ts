import type { Plan } from '@millrace/contract/plans.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** The start of the fixed UTC window that contains an instant. */
export function windowStart(now: number, lengthMs: number): number {
  return now - (now % lengthMs)
}

/** The number of requests of the account in the current windows, including this one. */
export interface WindowCounts {
  readonly minute: number
  readonly day: number
}

export interface RateDecision {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds. */
  readonly resetAt: number
  /** Whole seconds until the end of the window. */
  readonly retryAfter: number
}

/**
 * Reports the window with fewer remaining requests. If both are used up, it reports the day, because waiting for the next
 * minute would not help.
 */
export function decideRate(plan: Plan, counts: WindowCounts, now: number): RateDecision {
  const minute = describeWindow(plan.perMinute, counts.minute, now, MINUTE_MS)
  const day = describeWindow(plan.perDay, counts.day, now, DAY_MS)
  if (!day.allowed || (minute.allowed && day.remaining < minute.remaining)) return day
  return minute
}

function describeWindow(limit: number, count: number, now: number, lengthMs: number): RateDecision {
  const end = windowStart(now, lengthMs) + lengthMs
  return {
    allowed: count <= limit,
    limit,
    remaining: Math.max(0, limit - count),
    resetAt: end / 1000,
    retryAfter: Math.max(1, Math.ceil((end - now) / 1000)),
  }
}
