/** Parsing less than this takes a few milliseconds at most. */
const LARGE_BYTES = 64 * 1024

/** What has to be done with a body, in two parts that both take long if it is large. */
export interface BodyWork {
  /** Parses the body; returns what to do with the result. */
  parse(): () => void
}

/**
 * Parses large bodies one at a time, and lets other requests have their turn between the parts of the work: parsing, checking
 * and accepting, and writing, which begins one turn after that. Many large bodies that arrive together would otherwise keep
 * everybody waiting for all of them. Small bodies are parsed at once.
 */
export class LargeBodies {
  readonly #waiting: BodyWork[] = []
  #isBusy = false

  take(bytes: number, work: BodyWork): void {
    if (bytes < LARGE_BYTES) {
      work.parse()()
      return
    }
    this.#waiting.push(work)
    if (!this.#isBusy) this.#next()
  }

  #next(): void {
    const work = this.#waiting.shift()
    this.#isBusy = work !== undefined
    if (work === undefined) return
    setImmediate(() => {
      const handle = work.parse()
      setImmediate(() => {
        handle()
        setImmediate(() => this.#next())
      })
    })
  }
}
