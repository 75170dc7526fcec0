import { AppError, foldCase } from '#domain/index.ts'
import type { Clock } from '#ports/index.ts'
import { KeyedLimiter } from '../shared/keyed-limiter.ts'

const WINDOW_MS = 15 * 60 * 1000
const MAX_FAILURES = 10

/**
 * Slows down guessing: after ten failed attempts for one email address from one network address it pauses. The two count
 * together, so nobody can lock another person out from elsewhere.
 */
export class SignInThrottle {
  readonly #limiter: KeyedLimiter

  constructor(clock: Clock) {
    this.#limiter = new KeyedLimiter({ clock, limit: MAX_FAILURES, windowMs: WINDOW_MS })
  }

  /** Counts the attempt before the password is checked, so that concurrent attempts count too; a success resets the count. */
  countAttempt(email: string, from: string): void {
    const seconds = this.#limiter.take(keyOf(email, from))
    if (seconds === undefined) return
    const minutes = Math.ceil(seconds / 60)
    throw new AppError(
      'RATE_LIMITED',
      `Too many failed attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retry_after_seconds: seconds },
    )
  }

  noteSuccess(email: string, from: string): void {
    this.#limiter.forget(keyOf(email, from))
  }
}

function keyOf(email: string, from: string): string {
  return `${foldCase(email.trim())}\n${from}`
}
