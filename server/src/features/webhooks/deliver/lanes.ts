import type { Scheduler } from '#ports/index.ts'

/** Tries that take longer than this leave the fast lane to others. */
const SLOW_AFTER_MS = 1_000

export interface LaneWidths {
  readonly fast: number
  readonly slow: number
}

/**
 * How many tries run side by side. Receivers that answer share the fast lane; one that is slow, or failed before, takes a
 * place in the slow lane instead, so that any number of places can hang for their fifteen seconds without holding up those
 * who answer. When the slow lane is full too, everybody waits for a place.
 */
export class Lanes {
  readonly #scheduler: Scheduler
  readonly #widths: LaneWidths
  #fast = 0
  #slow = 0

  constructor(scheduler: Scheduler, widths: LaneWidths) {
    this.#scheduler = scheduler
    this.#widths = widths
  }

  /** Places for tries of which nothing is known yet. */
  get free(): number {
    return this.#widths.fast - this.#fast
  }

  /** Takes a place; `onMoved` is told when a place in the fast lane became free before the end. The result gives it back. */
  enter(isSuspect: boolean, onMoved: () => void): () => void {
    let isSlow = isSuspect && this.#slow < this.#widths.slow
    if (isSlow) this.#slow += 1
    else this.#fast += 1
    const cancelTimer = isSlow
      ? undefined
      : this.#scheduler.after(SLOW_AFTER_MS, () => {
          if (this.#slow >= this.#widths.slow) return
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
