/** Somebody who edits without pause is saved at this interval. */
const MAX_WAIT_MS = 5_000
const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

interface SaveScheduleDeps {
  readonly now: () => number
  /** Runs a task later, unless it is cancelled. */
  schedule(delayMs: number, task: () => void): () => void
}

/** When the next save or retry is due. There is at most one: the last call decides. */
export class SaveSchedule {
  readonly #deps: SaveScheduleDeps
  #cancel: () => void = () => undefined
  #waitingSince: number | undefined
  #failures = 0
  #isClosed = false

  constructor(deps: SaveScheduleDeps) {
    this.#deps = deps
  }

  /** Saves after a pause, which edits prolong only so far. */
  saveIn(delayMs: number, save: () => void): void {
    this.#cancel()
    if (this.#isClosed) return
    const now = this.#deps.now()
    this.#waitingSince ??= now
    const delay = Math.max(0, Math.min(delayMs, this.#waitingSince + MAX_WAIT_MS - now))
    this.#cancel = this.#deps.schedule(delay, save)
  }

  /** Each failure doubles the pause. */
  retry(task: () => void): void {
    this.#cancel()
    if (this.#isClosed) return
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS)
    this.#failures += 1
    this.#cancel = this.#deps.schedule(delay, task)
  }

  /** A save begins: the edits before it wait no longer. */
  saveBegins(): void {
    this.#waitingSince = undefined
  }

  /** The server answered. */
  serverAnswered(): void {
    this.#failures = 0
  }

  cancel(): void {
    this.#cancel()
  }

  /** Nothing is scheduled any more. */
  close(): void {
    this.#isClosed = true
    this.#cancel()
  }
}
