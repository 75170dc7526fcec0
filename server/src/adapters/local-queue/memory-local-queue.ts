import type { DueExecution, LocalQueue } from '#ports/index.ts'

/** A queue in the memory of the one process that owns its executions; rebuilt from the store at start. */
export class MemoryLocalQueue implements LocalQueue {
  readonly #maxAtOnce: number
  #queue: DueExecution[] = []
  #handler: ((due: DueExecution) => Promise<void>) | undefined
  #underWay = 0
  #scheduled = false
  #idle: (() => void) | undefined

  constructor(maxAtOnce = 1_000) {
    this.#maxAtOnce = maxAtOnce
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
    if (this.#underWay === 0) return
    await new Promise<void>((resolve) => {
      this.#idle = resolve
    })
  }

  /** Everything that became due in one turn of the event loop is begun together, and so shares its commits. */
  #schedule(): void {
    if (this.#scheduled || this.#handler === undefined || this.#queue.length === 0) return
    if (this.#underWay >= this.#maxAtOnce) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#begin()
    })
  }

  #begin(): void {
    if (this.#handler === undefined) return
    const batch = this.#queue.splice(0, this.#maxAtOnce - this.#underWay)
    this.#underWay += batch.length
    for (const due of batch) {
      void this.#handler(due).finally(() => {
        this.#underWay -= 1
        if (this.#underWay === 0) this.#idle?.()
        this.#schedule()
      })
    }
  }
}
