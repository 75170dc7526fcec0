import { performance } from 'node:perf_hooks'
import { afterMicrotasks } from '../turns/after-microtasks.ts'

/** How long requests are worked on in one turn of the event loop, before others have to wait for the next one. */
const SLICE_MS = 10
/** The same while requests have been waiting since the turn before: they need many turns, and whatever else waits meets each of them. */
const SHORT_SLICE_MS = 4

/**
 * Shares the thread between requests. Many that arrive together would otherwise be handled in one turn of the event loop, and
 * everybody else would wait for all of them.
 *
 * 1. While the slice of a turn lasts, requests go on at once.
 * 2. After that they wait for another turn. Owners take turns there: each account is one, and all clients without a key or a
 *    session are one together. Who they are is known only after admission: anybody can invent keys and addresses. Among
 *    themselves, those clients take turns by network, so that many requests from one network do not keep others waiting.
 * 3. Who waits does not hold up an owner that has nothing waiting, as long as the slice lasts.
 */
export class RequestTurns {
  /** By owner, then by network. */
  readonly #waiting = new Map<string, Map<string, (() => void)[]>>()
  /** When the work of this turn began; undefined before. */
  #startedAt: number | undefined
  #sliceMs = SLICE_MS

  /** Calls `go` at once if there is time left, or else in a later turn. `findNetwork` is asked only if it has to wait. */
  enter(owner: string, go: () => void, findNetwork: () => string = () => ''): void {
    if (this.isFreeFor(owner)) go()
    else this.#queue(owner, findNetwork(), go)
  }

  /** Whether the owner may go on now. Counts what is done from here on to the turn. */
  isFreeFor(owner: string): boolean {
    if (this.#startedAt === undefined) this.#begin()
    else if (performance.now() - this.#startedAt >= this.#sliceMs) return false
    return !this.#waiting.has(owner)
  }

  /** Resolves in a later turn. */
  next(owner: string): Promise<void> {
    return new Promise((resolve) => this.#queue(owner, '', resolve))
  }

  #begin(): number {
    const now = performance.now()
    this.#startedAt = now
    setImmediate(() => this.#letIn())
    return now
  }

  #queue(owner: string, network: string, go: () => void): void {
    const networks = this.#waiting.get(owner) ?? new Map<string, (() => void)[]>()
    this.#waiting.set(owner, networks)
    const own = networks.get(network)
    if (own === undefined) networks.set(network, [go])
    else own.push(go)
  }

  #letIn(): void {
    this.#startedAt = undefined
    this.#sliceMs = this.#waiting.size > 0 ? SHORT_SLICE_MS : SLICE_MS
    if (this.#waiting.size > 0) this.#letNextIn(this.#begin())
  }

  #letNextIn(startedAt: number): void {
    const go = rotate(this.#waiting, (networks) => rotate(networks, (own) => own.shift(), isLeft), isWaiting)
    if (go === undefined) return
    go()
    if (this.#waiting.size === 0) return
    // Reads of SQLite are complete at once, so a request goes on in microtasks.
    afterMicrotasks(() => {
      if (this.#startedAt === startedAt && performance.now() - startedAt < this.#sliceMs)
        this.#letNextIn(startedAt)
    })
  }
}

/** Takes from the first entry, which becomes the last one if something is left in it. */
function rotate<Entry, Taken>(
  entries: Map<string, Entry>,
  take: (entry: Entry) => Taken | undefined,
  isKept: (entry: Entry) => boolean,
): Taken | undefined {
  const [first] = entries
  if (first === undefined) return undefined
  const [key, entry] = first
  entries.delete(key)
  const taken = take(entry)
  if (isKept(entry)) entries.set(key, entry)
  return taken
}

const isLeft = (requests: readonly unknown[]) => requests.length > 0
const isWaiting = (networks: ReadonlyMap<string, unknown>) => networks.size > 0
