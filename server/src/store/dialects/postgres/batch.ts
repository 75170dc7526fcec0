interface Entry<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export interface BatchOptions<Item, Result> {
  /** Processes several items with one statement. Returns the results in the order of the items. */
  run(items: readonly Item[]): Promise<readonly Result[]>
  readonly maxItems: number
  /** Maximum number of concurrent batches. Items that arrive meanwhile wait and make the next batch larger. */
  readonly maxInFlight: number
}

/**
 * Collects the items of one turn of the event loop and processes them with one statement. When a batch fails, each item is
 * processed alone, so that an invalid item fails only its own caller.
 */
export class Batch<Item, Result> {
  readonly #options: BatchOptions<Item, Result>
  #waiting: Entry<Item, Result>[] = []
  #inFlight = 0
  #scheduled = false

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#options.maxInFlight || this.#waiting.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      const entries = this.#waiting.splice(0, this.#options.maxItems)
      this.#inFlight += 1
      void this.#send(entries).finally(() => {
        this.#inFlight -= 1
        this.#schedule()
      })
      this.#schedule()
    })
  }

  async #send(entries: readonly Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(entries.map((entry) => entry.item))
      for (const [index, entry] of entries.entries()) entry.resolve(results[index] as Result)
    } catch (error) {
      if (entries.length === 1) entries[0]?.reject(error)
      else for (const entry of entries) await this.#send([entry])
    }
  }
}
