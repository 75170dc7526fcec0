import ipaddr from 'ipaddr.js'
import type { Clock } from '#ports/index.ts'

const WINDOW_MS = 10 * 60 * 1000
const MAX_REMEMBERED = 10_000

interface Window {
  count: number
  readonly since: number
}

/**
 * How many submissions one address may send to one form in ten minutes. Kept in memory: each process counts for itself,
 * and a restart forgives. It is against robots, not a promise about numbers; `max_submissions` is that.
 */
export class AddressLimit {
  readonly #clock: Clock
  readonly #most: number
  readonly #windows = new Map<string, Window>()

  /** `most` 0 means no limit. */
  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#most = most
  }

  /** Counts one before it is stored, so that many at once do not all pass. Tells the seconds to wait if it is one too many. */
  take(formId: string, from: string): number | undefined {
    if (this.#most === 0) return undefined
    const key = keyOf(formId, from)
    const now = this.#clock.now()
    const known = this.#windows.get(key)
    if (known === undefined || now - known.since >= WINDOW_MS) {
      if (this.#windows.size >= MAX_REMEMBERED) this.#windows.clear()
      this.#windows.set(key, { count: 1, since: now })
      return undefined
    }
    if (known.count >= this.#most) return Math.max(1, Math.ceil((known.since + WINDOW_MS - now) / 1000))
    known.count += 1
    return undefined
  }

  /** For one that was not stored: mending an answer is no second submission. */
  giveBack(formId: string, from: string): void {
    const known = this.#windows.get(keyOf(formId, from))
    if (known !== undefined && known.count > 0) known.count -= 1
  }
}

/** A household or a machine has a whole /64 of IPv6 to choose from, so that counts as one address. */
function keyOf(formId: string, from: string): string {
  const address = ipaddr.isValid(from) ? ipaddr.process(from) : undefined
  const network =
    address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : (address?.toString() ?? from)
  return `${formId} ${network}`
}
