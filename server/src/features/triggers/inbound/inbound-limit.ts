import type { Clock } from '#ports/index.ts'

const WINDOW_MS = 60_000
const MAX_REMEMBERED = 10_000

/**
 * How many requests one hook takes in a minute. There is no key whose plan could say it, and whoever learns an address must
 * not fill a database with it. Kept in memory: each process counts for itself, and a restart forgives.
 */
export class InboundLimit {
  readonly #clock: Clock
  readonly #most: number
  readonly #windows = new Map<string, { count: number; readonly since: number }>()

  /** `most` 0 means no limit. */
  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#most = most
  }

  /** Tells the seconds to wait if this is one too many. */
  take(triggerId: string): number | undefined {
    if (this.#most === 0) return undefined
    const now = this.#clock.now()
    const known = this.#windows.get(triggerId)
    if (known === undefined || now - known.since >= WINDOW_MS) {
      if (this.#windows.size >= MAX_REMEMBERED) this.#windows.clear()
      this.#windows.set(triggerId, { count: 1, since: now })
      return undefined
    }
    known.count += 1
    if (known.count <= this.#most) return undefined
    return Math.max(1, Math.ceil((known.since + WINDOW_MS - now) / 1000))
  }
}
