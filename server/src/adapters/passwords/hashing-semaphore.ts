/** Limits how many hashes run concurrently. Waiting calls get a free pool slot in order of arrival. */
export class HashingSemaphore {
  #freeSlots: number
  readonly #waiting: (() => void)[] = []

  constructor(slots: number) {
    this.#freeSlots = slots
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#freeSlots > 0) this.#freeSlots -= 1
    else await new Promise<void>((proceed) => this.#waiting.push(proceed))
    try {
      return await work()
    } finally {
      // The slot passes directly to the next waiting call, so that a new call cannot overtake it.
      const next = this.#waiting.shift()
      if (next === undefined) this.#freeSlots += 1
      else next()
    }
  }
}
