import type { DueExecution, LocalQueue } from '#ports/index.ts'

/**
 * How many executions are loaded in one turn of the event loop. Reads of SQLite are complete at once, so everybody else would wait
 * for all that are loaded together; each of them takes a fraction of a millisecond.
 */
const LOADED_PER_TURN = 25

/** A queue in the memory of the process that owns the executions. It is rebuilt from the store at start. */
export class MemoryLocalQueue implements LocalQueue {
  readonly #concurrency: number
  #queue: DueExecution[] = []
  #handler: ((due: DueExecution) => Promise<void>) | undefined
  #running = 0
  #scheduled = false
  #idle: (() => void) | undefined

  constructor(concurrency = 1_000) {
    this.#concurrency = concurrency
  }

  enqueue(due: DueExecution): void {
    this.#queue.push(due)
    this.#schedule()
  }

  start(handler: (due: DueExecution) => Promise<void>): void {
    this.#handler = handler
    this.#schedule()
  }

  async stop(): Promise<void> {
    this.#handler = undefined
    if (this.#running === 0) return
    await new Promise<void>((resolve) => {
      this.#idle = resolve
    })
  }

  /** Starts what became due in one turn of the event loop together, so that it shares group commits. */
  #schedule(): void {
    if (this.#scheduled || this.#handler === undefined || this.#queue.length === 0) return
    if (this.#running >= this.#concurrency) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#startBatch()
    })
  }

  #startBatch(): void {
    if (this.#handler === undefined) return
    const batch = this.#queue.splice(0, this.#nextCount())
    this.#running += batch.length
    this.#schedule()
    for (const due of batch) {
      void this.#handler(due).finally(() => {
        this.#running -= 1
        if (this.#running === 0) this.#idle?.()
        this.#schedule()
      })
    }
  }

  /** How many of the queue start now. */
  #nextCount(): number {
    const most = this.#concurrency - this.#running
    let loaded = 0
    const end = this.#queue.findIndex(({ fresh }, index) => {
      if (fresh === undefined) loaded += 1
      return loaded > LOADED_PER_TURN || index === most
    })
    return end === -1 ? this.#queue.length : end
  }
}
