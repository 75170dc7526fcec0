import type { Clock } from '#ports/index.ts'

export interface LimiterOptions {
  readonly clock: Clock
  /** Requests per key and window; 0 means no limit. */
  readonly limit: number
  readonly windowMs: number
  /** Keys in memory at most. */
  readonly maxKeys?: number
}

interface Window {
  readonly startedAt: number
  count: number
}

const MAX_KEYS = 10_000

/**
 * Counts requests per key in fixed windows, in memory: each process counts on its own, and a restart starts at zero.
 *
 * 1. Memory is bounded: beyond `maxKeys` the least recently used key is evicted.
 * 2. Keys that came back within their window are stored apart from keys seen once, and take up to half of the memory. A
 *    flood of new keys evicts other new keys only, so nobody resets a limit by inventing keys. To evict one key that came
 *    back, an attacker has to send thousands of others twice, and then thousands of new ones.
 */
export class KeyedLimiter {
  readonly #options: LimiterOptions
  readonly #maxKeys: number
  /** Both: least recently used first. */
  readonly #seenOnce = new Map<string, Window>()
  readonly #cameBack = new Map<string, Window>()

  constructor(options: LimiterOptions) {
    this.#options = options
    this.#maxKeys = options.maxKeys ?? MAX_KEYS
  }

  /**
   * Counts a request before its work is done, so that concurrent ones cannot all pass. Returns the seconds until the window
   * ends if the request exceeds the limit, and undefined otherwise.
   */
  take(key: string): number | undefined {
    const { clock, limit, windowMs } = this.#options
    if (limit === 0) return undefined
    const now = clock.now()
    const known = this.#find(key)
    this.forget(key)
    if (known === undefined || now - known.startedAt >= windowMs) {
      this.#seenOnce.set(key, { startedAt: now, count: 1 })
      this.#evict()
      return undefined
    }
    this.#cameBack.set(key, known)
    this.#evict()
    if (known.count >= limit) return Math.max(1, Math.ceil((known.startedAt + windowMs - now) / 1000))
    known.count += 1
    return undefined
  }

  /** Takes one request back, such as a submission that was not stored. */
  giveBack(key: string): void {
    const known = this.#find(key)
    if (known !== undefined && known.count > 0) known.count -= 1
  }

  forget(key: string): void {
    this.#seenOnce.delete(key)
    this.#cameBack.delete(key)
  }

  #find(key: string): Window | undefined {
    return this.#cameBack.get(key) ?? this.#seenOnce.get(key)
  }

  #evict(): void {
    if (this.#cameBack.size > this.#maxKeys / 2) {
      const [key, window] = first(this.#cameBack)
      this.#cameBack.delete(key)
      this.#seenOnce.set(key, window)
    }
    if (this.#seenOnce.size + this.#cameBack.size > this.#maxKeys) {
      this.#seenOnce.delete(first(this.#seenOnce)[0])
    }
  }
}

function first(windows: ReadonlyMap<string, Window>): [string, Window] {
  const { value } = windows.entries().next()
  if (value === undefined) throw new Error('There is no window to evict.')
  return value
}
