import { performance } from 'node:perf_hooks'

/** How long requests are worked on in one turn of the event loop, before others have to wait for the next one. */
const SLICE_MS = 10

/**
 * Shares the thread between requests. Many that arrive together would otherwise be handled in one turn of the event loop, and
 * everybody else would wait for all of them.
 *
 * 1. While the slice of a turn lasts, requests go on at once.
 * 2. After that they wait for another turn. Owners take turns there: each account is one, and all clients without a key or a
 *    session are one together. Who they are is known only after admission: anybody can invent keys and addresses.
 * 3. Who waits does not hold up an owner that has nothing waiting, as long as the slice lasts.
 */
export class RequestTurns {
  readonly #waiting = new Map<string, (() => void)[]>()
  /** When the work of this turn began; undefined before. */
  #startedAt: number | undefined

  /** Calls `go` at once if there is time left, or else in a later turn. */
  enter(owner: string, go: () => void): void {
    if (this.isFreeFor(owner)) go()
    else this.#queue(owner, go)
  }

  /** Whether the owner may go on now. Counts what is done from here on to the turn. */
  isFreeFor(owner: string): boolean {
    if (this.#startedAt === undefined) this.#begin()
    else if (performance.now() - this.#startedAt >= SLICE_MS) return false
    return !this.#waiting.has(owner)
  }

  /** Resolves in a later turn. */
  next(owner: string): Promise<void> {
    return new Promise((resolve) => this.#queue(owner, resolve))
  }

  #begin(): number {
    const now = performance.now()
    this.#startedAt = now
    setImmediate(() => this.#letIn())
    return now
  }

  #queue(owner: string, go: () => void): void {
    const own = this.#waiting.get(owner)
    if (own === undefined) this.#waiting.set(owner, [go])
    else own.push(go)
  }

  #letIn(): void {
    this.#startedAt = undefined
    if (this.#waiting.size > 0) this.#letNextIn(this.#begin())
  }

  #letNextIn(startedAt: number): void {
    const [first] = this.#waiting
    if (first === undefined) return
    const [owner, own] = first
    const go = own.shift()
    this.#waiting.delete(owner)
    if (own.length > 0) this.#waiting.set(owner, own)
    go?.()
    if (this.#waiting.size === 0) return
    // Reads of SQLite are complete at once, so a request goes on in microtasks. A tick that a microtask asks for comes after them.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (this.#startedAt === startedAt && performance.now() - startedAt < SLICE_MS)
          this.#letNextIn(startedAt)
      }),
    )
  }
}
