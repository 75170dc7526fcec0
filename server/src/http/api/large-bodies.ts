import { performance } from 'node:perf_hooks'
import { FairQueue } from '#domain/index.ts'

/** Parsing less than this takes a few milliseconds at most. */
const LARGE_BYTES = 64 * 1024
/** Others count as present for so long after a request: one takes several turns, and the next may follow. */
const PRESENT_MS = 250

/** What has to be done with a body, in two parts that both take long if it is large. */
export interface BodyWork {
  /** Parses the body; returns what to do with the result. */
  parse(): () => void
}

/**
 * Parses large bodies one at a time, and lets other requests have their turn between the parts of the work: parsing, checking
 * and accepting, and writing, which begins one turn after that. Many large bodies that arrive together would otherwise keep
 * everybody waiting for all of them. Owners take turns. While there are other requests, there is a pause after each body, as long as the
 * work took: they take several turns of the event loop, and would meet the next large body in each. Small bodies are parsed at once.
 */
export class LargeBodies {
  /** Unbounded: a body that waits is in memory already, and its connection with it. */
  readonly #queue = new FairQueue({ slots: 1, maxWaiting: Infinity })

  #othersAt = Number.NEGATIVE_INFINITY

  /** Call it for every request when it arrives. */
  notice(contentLength: string | undefined): void {
    if (contentLength === undefined || Number(contentLength) < LARGE_BYTES) this.#othersAt = performance.now()
  }

  take(bytes: number, owner: string, work: BodyWork): void {
    if (bytes < LARGE_BYTES) {
      work.parse()()
      return
    }
    void this.#queue.acquire(owner).then((slot) => {
      if (!slot.ok) return
      setImmediate(() => {
        const startedAt = performance.now()
        const handle = work.parse()
        setImmediate(() => {
          handle()
          const tookMs = performance.now() - startedAt
          // Whoever has arrived meanwhile is noticed before the next turn.
          setImmediate(() => {
            const isAlone = performance.now() - this.#othersAt > PRESENT_MS
            if (isAlone) slot.release()
            else setTimeout(slot.release, tookMs)
          })
        })
      })
    })
  }
}
