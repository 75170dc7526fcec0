export interface FairQueueLimits {
  /** How many holders there are at the same time. */
  readonly slots: number
  /** How many may wait for a slot, of all owners together. */
  readonly maxWaiting: number
}

export type SlotRefusal =
  /** Too many wait already, and this owner has no fewer waiting than any other. */
  | 'full'
  /** The signal of the caller was aborted before a slot was free: nobody is interested in the result any more. */
  | 'aborted'
  /** The queue was closed. */
  | 'closed'

export type SlotResult =
  | {
      readonly ok: true
      /** Gives the slot back. Further calls do nothing. */
      release(): void
    }
  | { readonly ok: false; readonly reason: SlotRefusal }

interface Waiter {
  readonly share: Share
  settle(result: SlotResult): void
}

interface Share {
  readonly owner: string
  readonly waiting: Set<Waiter>
  held: number
  /** The position in the rotation: when this share last got or returned a slot or, before that, when it began to wait. */
  order: number
}

/**
 * Hands out a bounded number of slots, fairly by owner: an account, or whatever else the work is done for. Rules:
 *
 * 1. One owner holds at most all slots but one, so that no owner can keep all others waiting. A single slot is handed out
 *    to any owner.
 * 2. A free slot goes to the owner who holds the fewest; among those, to the one who has waited longest since its last
 *    slot. An owner who comes back does not overtake others by that.
 * 3. Requests of the same owner are served in their order.
 * 4. If too many wait, the newest request of the owner with the most waiting requests is refused. It makes way even for
 *    a request that comes later, of an owner with fewer.
 *
 * The queue has no clock: a caller measures the time limit of its work from the moment it has a slot.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #maxHeld: number
  readonly #shares = new Map<string, Share>()
  #held = 0
  #waiting = 0
  #order = 0
  #isClosed = false

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
    this.#maxHeld = Math.max(1, limits.slots - 1)
  }

  get held(): number {
    return this.#held
  }

  get waiting(): number {
    return this.#waiting
  }

  heldBy(owner: string): number {
    return this.#shares.get(owner)?.held ?? 0
  }

  /** Waits for a slot. A caller that gets one must release it. */
  acquire(owner: string, signal?: AbortSignal): Promise<SlotResult> {
    if (this.#isClosed) return Promise.resolve(refuse('closed'))
    if (signal?.aborted === true) return Promise.resolve(refuse('aborted'))
    return new Promise((resolve) => {
      const onAbort = () => this.#drop(waiter, 'aborted')
      const waiter: Waiter = {
        share: this.#openShare(owner),
        settle(result) {
          signal?.removeEventListener('abort', onAbort)
          resolve(result)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiter.share.waiting.add(waiter)
      this.#waiting += 1
      this.#serve()
      if (this.#waiting > this.#limits.maxWaiting) this.#refuseNewest(waiter.share)
    })
  }

  /** Refuses everybody who waits, and all later requests. Held slots stay valid until they are released. */
  close(): void {
    this.#isClosed = true
    for (const share of this.#shares.values()) {
      for (const waiter of share.waiting) this.#drop(waiter, 'closed')
    }
  }

  #openShare(owner: string): Share {
    const share = this.#shares.get(owner)
    if (share !== undefined) return share
    const created = { owner, waiting: new Set<Waiter>(), held: 0, order: ++this.#order }
    this.#shares.set(owner, created)
    return created
  }

  #serve(): void {
    while (this.#held < this.#limits.slots) {
      const share = this.#findNext()
      const [waiter] = share?.waiting ?? []
      if (share === undefined || waiter === undefined) return
      this.#remove(waiter)
      this.#held += 1
      share.held += 1
      share.order = ++this.#order
      waiter.settle({ ok: true, release: this.#releaseOnce(share) })
    }
  }

  #findNext(): Share | undefined {
    let next: Share | undefined
    for (const share of this.#shares.values()) {
      if (share.waiting.size === 0 || share.held >= this.#maxHeld) continue
      if (next === undefined || isBefore(share, next)) next = share
    }
    return next
  }

  #releaseOnce(share: Share): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#held -= 1
      share.held -= 1
      share.order = ++this.#order
      this.#forget(share)
      this.#serve()
    }
  }

  /** Of equal shares it is the one that asks now: who waits already does not make way for somebody who waits as much. */
  #refuseNewest(asking: Share): void {
    let longest = asking
    for (const share of this.#shares.values()) if (share.waiting.size > longest.waiting.size) longest = share
    const newest = [...longest.waiting].at(-1)
    if (newest !== undefined) this.#drop(newest, 'full')
  }

  #drop(waiter: Waiter, reason: SlotRefusal): void {
    this.#remove(waiter)
    this.#forget(waiter.share)
    waiter.settle(refuse(reason))
  }

  #remove(waiter: Waiter): void {
    if (waiter.share.waiting.delete(waiter)) this.#waiting -= 1
  }

  #forget(share: Share): void {
    if (share.held === 0 && share.waiting.size === 0) this.#shares.delete(share.owner)
  }
}

function isBefore(a: Share, b: Share): boolean {
  return a.held === b.held ? a.order < b.order : a.held < b.held
}

function refuse(reason: SlotRefusal): SlotResult {
  return { ok: false, reason }
}
