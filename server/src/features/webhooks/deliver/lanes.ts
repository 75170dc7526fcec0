import type { Scheduler } from '#ports/index.ts'

/** Attempts that take longer than this move to the slow lane. */
const SLOW_AFTER_MS = 1_000

export interface LaneCapacities {
  readonly fast: number
  readonly slow: number
}

/**
 * Limits concurrent attempts. Receivers that respond quickly share the fast lane. A receiver that is slow or failed before
 * occupies a slot of the slow lane instead, so that attempts that hang until their timeout do not delay the others. If the
 * slow lane is full too, all deliveries wait for a slot.
 */
export class Lanes {
  readonly #scheduler: Scheduler
  readonly #capacities: LaneCapacities
  #fast = 0
  #slow = 0

  constructor(scheduler: Scheduler, capacities: LaneCapacities) {
    this.#scheduler = scheduler
    this.#capacities = capacities
  }

  /** Free slots of the fast lane. */
  get free(): number {
    return this.#capacities.fast - this.#fast
  }

  /** Takes a slot. `onMoved` is called if the attempt moves to the slow lane. The returned function releases the slot. */
  enter(hasFailedBefore: boolean, onMoved: () => void): () => void {
    let isSlow = hasFailedBefore && this.#slow < this.#capacities.slow
    if (isSlow) this.#slow += 1
    else this.#fast += 1
    const cancelTimer = isSlow
      ? undefined
      : this.#scheduler.after(SLOW_AFTER_MS, () => {
          if (this.#slow >= this.#capacities.slow) return
          isSlow = true
          this.#fast -= 1
          this.#slow += 1
          onMoved()
        })
    return () => {
      cancelTimer?.()
      if (isSlow) this.#slow -= 1
      else this.#fast -= 1
    }
  }
}
