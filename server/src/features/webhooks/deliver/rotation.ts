import type { AccountId } from '#domain/index.ts'
import type { EndpointClaim } from '#ports/index.ts'
import type { LaneCapacities } from './lanes.ts'

/** More endpoints of one account than this cannot all be occupied. */
const LOOKED_AT = 512

/**
 * Endpoints with due deliveries. Accounts take turns for the free slots, and so do the endpoints of each. However many endpoints an
 * account has:
 *
 * 1. The last quarter of the free slots is only for accounts that hold less than as many.
 * 2. An account holds at most three quarters of all slots, slow ones included.
 */
export class Rotation {
  /** The account, and of each the endpoint, that comes next is the first. */
  readonly #waiting = new Map<AccountId, Set<string>>()
  readonly #held = new Map<AccountId, number>()
  readonly #reserved: number
  readonly #maxHeld: number

  constructor({ fast, slow }: LaneCapacities) {
    this.#reserved = Math.floor(fast / 4)
    this.#maxHeld = Math.max(1, Math.floor(((fast + slow) * 3) / 4))
  }

  add(account: AccountId, endpointId: string): void {
    const endpoints = this.#waiting.get(account)
    if (endpoints === undefined) this.#waiting.set(account, new Set([endpointId]))
    else endpoints.add(endpointId)
  }

  has(account: AccountId, endpointId: string): boolean {
    return this.#waiting.get(account)?.has(endpointId) ?? false
  }

  /** Counts a slot that the account holds until the returned function is called. */
  hold(account: AccountId): () => void {
    this.#held.set(account, this.#heldBy(account) + 1)
    return () => {
      const held = this.#heldBy(account) - 1
      if (held > 0) this.#held.set(account, held)
      else this.#held.delete(account)
    }
  }

  /** Takes the endpoints whose turn it is, each with a share of the free slots: as many as `spaceOf` allows. */
  take(free: number, spaceOf: (endpointId: string) => number): readonly EndpointClaim[] {
    const limits = new Map<string, number>()
    const candidates = [...this.#waiting].map(([account, endpoints]) => ({
      account,
      granted: 0,
      endpoints: endpoints.values().take(LOOKED_AT),
      again: new Set<string>(),
    }))
    let left = free
    for (let queue = candidates; left > 0 && queue.length > 0;) {
      const served = new Set<(typeof queue)[number]>()
      for (const candidate of queue) {
        if (left <= 0) break
        const { account, granted } = candidate
        const total = this.#heldBy(account) + granted
        if (total >= this.#maxHeld || (left <= this.#reserved && total >= this.#reserved)) continue
        const endpointId = nextOf(candidate, (id) => spaceOf(id) > (limits.get(id) ?? 0))
        if (endpointId === undefined) continue
        limits.set(endpointId, (limits.get(endpointId) ?? 0) + 1)
        candidate.granted += 1
        left -= 1
        served.add(candidate)
      }
      queue = queue.filter((candidate) => served.has(candidate))
    }
    for (const { account, granted } of candidates) {
      const endpoints = this.#waiting.get(account)
      if (granted === 0 || endpoints === undefined) continue
      for (const id of endpoints
        .values()
        .take(LOOKED_AT)
        .filter((one) => limits.has(one))
        .toArray())
        endpoints.delete(id)
      this.#waiting.delete(account)
      if (endpoints.size > 0) this.#waiting.set(account, endpoints)
    }
    return Array.from(limits, ([endpointId, limit]) => ({ endpointId, limit }))
  }

  #heldBy(account: AccountId): number {
    return this.#held.get(account) ?? 0
  }
}

interface Candidate {
  readonly endpoints: Iterator<string, undefined>
  /** Endpoints that have got a slot and may get another one when all have had their turn. */
  readonly again: Set<string>
}

function nextOf(candidate: Candidate, hasSpace: (endpointId: string) => boolean): string | undefined {
  for (;;) {
    const next = candidate.endpoints.next()
    if (next.done === true) break
    if (!hasSpace(next.value)) continue
    candidate.again.add(next.value)
    return next.value
  }
  for (const id of candidate.again) {
    candidate.again.delete(id)
    if (!hasSpace(id)) continue
    candidate.again.add(id)
    return id
  }
  return undefined
}
