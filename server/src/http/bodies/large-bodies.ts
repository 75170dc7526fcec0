import { performance } from 'node:perf_hooks'
import { FairQueue, type Paused } from '#domain/index.ts'
import { afterMicrotasks } from '../turns/after-microtasks.ts'

/** Parsing less than this takes a few milliseconds at most. */
const LARGE_BYTES = 64 * 1024
/** Others count as present for so long after a request: one takes several turns, and the next may follow. */
const PRESENT_MS = 250

/** How long a body is parsed in one turn of the event loop. */
const SLICE_MS = 10
/** After parsing or handling for longer, others have their turn for as long. */
const LONG_MS = 10

/** Parses a body with pauses; returns what to do with the result. `isAlone`: nobody else is there whom pauses would help. */
export type BodyWork = (isAlone: boolean) => Paused<() => void>

/** Smaller bodies are parsed at once. */
export function isLarge(bytes: number): boolean {
  return bytes >= LARGE_BYTES
}

/**
 * Parses large bodies one at a time, and lets other requests have their turn between the parts of the work: parsing in slices, checking
 * and accepting, and writing, which begins one turn after that. Many large bodies that arrive together would otherwise keep
 * everybody waiting for all of them. Owners take turns. While there are other requests, there is a pause after each body, and after
 * each part that took long, as long as the work took: they take several turns of the event loop, and would meet the next part in
 * each.
 */
export class LargeBodies {
  /** Unbounded: a body that waits is in memory already, and its connection with it. */
  readonly #queue = new FairQueue({ slots: 1, maxWaiting: Infinity })

  #othersAt = Number.NEGATIVE_INFINITY
  #onIdle: (() => void) | undefined

  /** Call it for every request when it arrives. */
  notice(contentLength: string | undefined): void {
    if (contentLength === undefined || !isLarge(Number(contentLength))) this.#othersAt = performance.now()
  }

  take(owner: string, work: BodyWork): void {
    void this.#queue.acquire(owner).then((slot) => {
      if (!slot.ok) return
      const release = () => {
        slot.release()
        if (this.#isIdle) this.#onIdle?.()
      }
      setImmediate(() => this.#parse(work(this.#isAlone), release))
    })
  }

  /** As `take`; resolves with what was parsed. */
  finish<T>(owner: string, parse: (isAlone: boolean) => Paused<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.take(owner, function* passOn(isAlone) {
      try {
        const parsed = yield* parse(isAlone)
        return () => resolve(parsed)
      } catch (error) {
        return () => reject(error)
      }
    })
    return promise
  }

  /** Resolves when all bodies that were taken have been passed on. */
  async untilIdle(): Promise<void> {
    if (!this.#isIdle) await new Promise<void>((resolve) => (this.#onIdle = resolve))
  }

  #parse(parsing: Paused<() => void>, release: () => void): void {
    const { result, ms } = timed(() => parseSlice(parsing))
    const goOn =
      result === undefined
        ? () => this.#parse(parsing, release)
        : () => timeAll(result, (taken) => this.#rest(taken, release))
    if (ms < LONG_MS) setImmediate(goOn)
    else this.#rest(ms, goOn)
  }

  /** Whoever has arrived meanwhile is noticed before the next turn. */
  #rest(ms: number, goOn: () => void): void {
    setImmediate(() => {
      if (this.#isAlone) goOn()
      else setTimeout(goOn, ms)
    })
  }

  get #isIdle(): boolean {
    return this.#queue.held + this.#queue.waiting === 0
  }

  get #isAlone(): boolean {
    return performance.now() - this.#othersAt > PRESENT_MS
  }
}

/** Undefined when the slice is over before all is parsed. */
function parseSlice(parsing: Paused<() => void>): (() => void) | undefined {
  const startedAt = performance.now()
  do {
    const { done, value } = parsing.next()
    if (done === true) return value
  } while (performance.now() - startedAt < SLICE_MS)
  return undefined
}

function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const startedAt = performance.now()
  return { result: work(), ms: performance.now() - startedAt }
}

/** Passes on how long the work took, with all that followed it in the same turn of the event loop. */
function timeAll(work: () => void, onTaken: (ms: number) => void): void {
  const startedAt = performance.now()
  work()
  afterMicrotasks(() => onTaken(performance.now() - startedAt))
}
