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
  /** Owners take turns if more items wait than fit into a batch. */
  ownerOf(item: Item): string
  /** A batch is complete with the item that makes it this large; only the number counts by default. */
  readonly maxSize?: number
  readonly sizeOf?: (item: Item) => number
}

/**
 * Collects the items of one turn of the event loop and processes them with one statement. When a batch fails, each item is
 * processed alone, so that an invalid item fails only its own caller.
 */
export class Batch<Item, Result> {
  readonly #options: BatchOptions<Item, Result>
  /** By owner; the one that comes next is the first. */
  readonly #waiting = new Map<string, Entry<Item, Result>[]>()
  #inFlight = 0
  #scheduled = false

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const entry = { item, resolve, reject }
      const owner = this.#options.ownerOf(item)
      const own = this.#waiting.get(owner)
      if (own === undefined) this.#waiting.set(owner, [entry])
      else own.push(entry)
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#options.maxInFlight || this.#waiting.size === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#inFlight += 1
      void this.#send(this.#take()).finally(() => {
        this.#inFlight -= 1
        this.#schedule()
      })
      this.#schedule()
    })
  }

  /** Takes one item of each owner in turn, until the batch is full. */
  #take(): Entry<Item, Result>[] {
    const { maxItems, maxSize = Number.POSITIVE_INFINITY, sizeOf = () => 0 } = this.#options
    const taken: Entry<Item, Result>[] = []
    let size = 0
    // Owners that are added again come last: the loop reaches them once more.
    for (const [owner, own] of this.#waiting) {
      const entry = own.shift()
      this.#waiting.delete(owner)
      if (own.length > 0) this.#waiting.set(owner, own)
      if (entry === undefined) continue
      taken.push(entry)
      size += sizeOf(entry.item)
      if (taken.length >= maxItems || size >= maxSize) break
    }
    return taken
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
