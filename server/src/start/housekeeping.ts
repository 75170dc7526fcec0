import { KEPT_MS } from '#http/idempotency.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Scheduler } from '#ports/scheduler.ts'
import type { Store } from '#ports/store.ts'

const EVERY_MS = 60_000
const BATCH = 1_000

/** Deletes what nobody can use any more, in small batches, so that tables do not grow without end. */
export class Housekeeping {
  readonly #parts: { store: Store; clock: Clock; scheduler: Scheduler; log: Log }
  #callOff: (() => void) | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(parts: { store: Store; clock: Clock; scheduler: Scheduler; log: Log }) {
    this.#parts = parts
  }

  start(): void {
    this.#callOff = this.#parts.scheduler.every(EVERY_MS, () => {
      this.#running = this.#running.then(() => this.#tidy())
    })
  }

  async stop(): Promise<void> {
    this.#callOff?.()
    await this.#running
  }

  async #tidy(): Promise<void> {
    const { store, clock, log } = this.#parts
    try {
      await store.sessions.prune(clock.now())
      while ((await store.idempotency.prune(clock.now() - KEPT_MS, BATCH)) === BATCH);
    } catch (error) {
      log.warn({ err: error }, 'tidying up failed; it is repeated')
    }
  }
}
