import { readRetryAfter } from './read-retry-after.ts'
import { delayAfter, withJitter } from './attempt-schedule.ts'

/** The response to a delivery attempt. */
export interface AttemptResponse {
  readonly status: number
  readonly retryAfter: string | undefined
}

export interface AttemptHistory {
  /** Earlier attempts of this delivery since it was created or redelivered. */
  readonly attemptsBefore: number
  /** Consecutive failures of the webhook endpoint before this attempt. */
  readonly failuresBefore: number
}

export type Verdict =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed'
      /** The time of the next attempt; null: no further attempt. */
      readonly retryAt: number | null
      /** The endpoint receives nothing until then; null: other deliveries continue. */
      readonly pausedUntil: number | null
      /** The receiver responded that it is gone for good. */
      readonly isGone: boolean
    }

const GONE = 410
/** Statuses that concern the receiver as a whole, not only this request. */
const TOO_BUSY = new Set([429, 503])
/** After this many consecutive failures, the endpoint is paused for a while. */
const RESTS_FROM = 5
const FIRST_REST_MS = 5_000
const MAX_REST_MS = 300_000

export function judgeAttempt(
  response: AttemptResponse | null,
  history: AttemptHistory,
  now: number,
  random: number,
): Verdict {
  if (response !== null && response.status >= 200 && response.status < 300) return { kind: 'delivered' }
  if (response?.status === GONE) return { kind: 'failed', retryAt: null, pausedUntil: null, isGone: true }
  const delay = delayAfter(history.attemptsBefore + 1, random)
  const requestedDelay = readRetryAfter(response?.retryAfter, now) ?? 0
  const restMs = Math.max(
    restAfter(history.failuresBefore + 1, random),
    TOO_BUSY.has(response?.status ?? 0) ? requestedDelay : 0,
  )
  return {
    kind: 'failed',
    retryAt: delay === undefined ? null : now + Math.max(delay, requestedDelay),
    pausedUntil: restMs === 0 ? null : now + restMs,
    isGone: false,
  }
}

function restAfter(failures: number, random: number): number {
  if (failures < RESTS_FROM) return 0
  // Limited before exponentiation, which would overflow for thousands of failures.
  const doublings = Math.min(failures - RESTS_FROM, 10)
  return withJitter(Math.min(FIRST_REST_MS * 2 ** doublings, MAX_REST_MS), random)
}
