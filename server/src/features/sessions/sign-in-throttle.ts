import { AppError, foldCase } from '#domain/index.ts'
import type { Clock } from '#ports/index.ts'

const WINDOW_MS = 15 * 60 * 1000
const MAX_FAILURES = 10
const MAX_REMEMBERED = 10_000

interface Failures {
  count: number
  since: number
}

/**
 * Slows down guessing: ten wrong tries for one address of e-mail from one network address, then a pause. Both count
 * together, so nobody can lock another person out from elsewhere.
 */
export class SignInThrottle {
  readonly #clock: Clock
  readonly #failures = new Map<string, Failures>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts the try before it is checked, so that many at once are not checked all; a good one takes its count back. */
  countTry(email: string, from: string): void {
    const key = keyOf(email, from)
    const known = this.#current(key)
    if (known === undefined) {
      if (this.#failures.size >= MAX_REMEMBERED) this.#failures.clear()
      this.#failures.set(key, { count: 1, since: this.#clock.now() })
      return
    }
    if (known.count >= MAX_FAILURES) throw this.#tooMany(known)
    known.count += 1
  }

  noteSuccess(email: string, from: string): void {
    this.#failures.delete(keyOf(email, from))
  }

  #tooMany(known: Failures): AppError {
    const seconds = Math.max(1, Math.ceil((known.since + WINDOW_MS - this.#clock.now()) / 1000))
    const message = `Too many wrong tries. Try again in ${Math.ceil(seconds / 60)} minutes.`
    return new AppError('RATE_LIMITED', message, { retry_after_seconds: seconds })
  }

  #current(key: string): Failures | undefined {
    const known = this.#failures.get(key)
    if (known === undefined || this.#clock.now() - known.since < WINDOW_MS) return known
    this.#failures.delete(key)
    return undefined
  }
}

function keyOf(email: string, from: string): string {
  return `${foldCase(email.trim())}\n${from}`
}
