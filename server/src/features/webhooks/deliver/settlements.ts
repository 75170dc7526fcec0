import type { DeliveryStore, Log, AttemptOutcome } from '#ports/index.ts'

interface Waiting {
  readonly outcome: AttemptOutcome
  done(): void
}

/** Stores the outcomes of attempts: those that end during a write share the next one. */
export class Settlements {
  readonly #deliveries: Pick<DeliveryStore, 'settle'>
  readonly #log: Log
  #waiting: Waiting[] = []
  #isWriting = false

  constructor(deliveries: Pick<DeliveryStore, 'settle'>, log: Log) {
    this.#deliveries = deliveries
    this.#log = log
  }

  /** Resolves when the outcome is stored, or when that failed: then the claim expires and the delivery is retried. */
  add(outcome: AttemptOutcome): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ outcome, done })
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    // Attempts that end in the same tick are stored together.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#deliveries.settle(batch.map(({ outcome }) => outcome))
      } catch (error) {
        this.#log.error(
          { err: error, count: batch.length },
          'storing delivery outcomes failed, retrying them',
        )
      }
      for (const { done } of batch) done()
    }
    this.#isWriting = false
  }
}
