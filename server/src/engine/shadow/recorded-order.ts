import type { NodeResult } from '#ports/index.ts'

interface Pending {
  readonly position: number
  readonly work: NodeResult | Promise<NodeResult>
  readonly resolve: (result: NodeResult) => void
  readonly reject: (error: unknown) => void
}

interface RecordedOrderDeps {
  /** Resolves when the run has started everything that can start, and other work had its turn. */
  turn(): Promise<void>
  /** Called when nothing is left to hand out. */
  onIdle(): void
}

/**
 * Hands out the results of steps that took time one after the other, in the order in which they were recorded: branches
 * that ran side by side finish in the same order again.
 */
export class RecordedOrder {
  readonly #deps: RecordedOrderDeps
  readonly #pending: Pending[] = []
  #isHandingOut = false

  constructor(deps: RecordedOrderDeps) {
    this.#deps = deps
  }

  /** Resolves with the result when it is its turn. */
  take(position: number, work: NodeResult | Promise<NodeResult>): Promise<NodeResult> {
    // It may fail before its turn, such as when the run ends: whoever takes it gets the error.
    if (work instanceof Promise) work.catch(() => undefined)
    return new Promise((resolve, reject) => {
      this.#pending.push({ position, work, resolve, reject })
      this.start()
    })
  }

  start(): void {
    if (this.#isHandingOut) return
    this.#isHandingOut = true
    void this.#handOut()
  }

  async #handOut(): Promise<void> {
    for (;;) {
      await this.#deps.turn()
      const next = this.#takeFirst()
      if (next === undefined) break
      try {
        next.resolve(await next.work)
      } catch (error) {
        next.reject(error)
      }
    }
    this.#isHandingOut = false
    this.#deps.onIdle()
  }

  #takeFirst(): Pending | undefined {
    let first: Pending | undefined
    for (const one of this.#pending) if (first === undefined || one.position < first.position) first = one
    if (first !== undefined) this.#pending.splice(this.#pending.indexOf(first), 1)
    return first
  }
}
