import type { DeliveryStore, Log, AttemptOutcome } from '#ports/index.ts'

interface Waiting {
  readonly outcome: AttemptOutcome
  done(): void
}

/** Writes what came of tries: those that end while a write is under way share the next one. */
export class Settlements {
  readonly #deliveries: Pick<DeliveryStore, 'settle'>
  readonly #log: Log
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(deliveries: Pick<DeliveryStore, 'settle'>, log: Log) {
    this.#deliveries = deliveries
    this.#log = log
  }

  /** Resolves when it is written, or could not be: then the claim runs out, and the delivery is tried again. */
  add(outcome: AttemptOutcome): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ outcome, done })
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    // Those that end in the same moment go together.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#deliveries.settle(batch.map(({ outcome }) => outcome))
      } catch (error) {
        this.#log.error(
          { err: error },
          'the results of deliveries could not be written; they are tried again',
        )
      }
      for (const { done } of batch) done()
    }
    this.#isWriting = false
  }
}
