import { readRetryAfter } from './read-retry-after.ts'
import { delayAfter, withJitter } from './attempt-schedule.ts'

/** How a try went: the answer, or null when there was none. */
export interface TryAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
}

export interface TryHistory {
  /** Tries of this delivery before this one, since it was made or redelivered. */
  readonly triesBefore: number
  /** Failures in a row of the webhook as a whole before this one. */
  readonly failuresBefore: number
}

export type Verdict =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed'
      /** When the delivery is tried again; null: never. */
      readonly retryAt: number | null
      /** Until then nothing at all is sent to the webhook; null: others may go on. */
      readonly pausedUntil: number | null
      /** The receiver wants no more of this, ever. */
      readonly isGone: boolean
    }

const GONE = 410
/** These speak of the receiver as a whole, and not of the one request. */
const TOO_BUSY = new Set([429, 503])
/** From this many failures in a row on, the webhook as a whole is left alone for a while. */
const RESTS_FROM = 5
const FIRST_REST_MS = 5_000
const LONGEST_REST_MS = 300_000

export function judgeAttempt(
  answer: TryAnswer | null,
  history: TryHistory,
  now: number,
  random: number,
): Verdict {
  if (answer !== null && answer.status >= 200 && answer.status < 300) return { kind: 'delivered' }
  if (answer?.status === GONE) return { kind: 'failed', retryAt: null, pausedUntil: null, isGone: true }
  const delay = delayAfter(history.triesBefore + 1, random)
  const wanted = readRetryAfter(answer?.retryAfter, now) ?? 0
  const restMs = Math.max(
    restAfter(history.failuresBefore + 1, random),
    TOO_BUSY.has(answer?.status ?? 0) ? wanted : 0,
  )
  return {
    kind: 'failed',
    retryAt: delay === undefined ? null : now + Math.max(delay, wanted),
    pausedUntil: restMs === 0 ? null : now + restMs,
    isGone: false,
  }
}

function restAfter(failures: number, random: number): number {
  if (failures < RESTS_FROM) return 0
  // Bounded before it is raised: a power of thousands is no number.
  const doublings = Math.min(failures - RESTS_FROM, 10)
  return withJitter(Math.min(FIRST_REST_MS * 2 ** doublings, LONGEST_REST_MS), random)
}
