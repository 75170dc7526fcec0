import { KEPT_MS } from '#http/idempotency.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Scheduler } from '#ports/scheduler.ts'
import type { Store } from '#ports/store.ts'
import type { PruneProgress } from '#ports/version-store.ts'

const EVERY_MS = 60_000
const BATCH = 1_000
/** Fewer at once: each brings the log of its deliveries with it. */
const EVENTS_BATCH = 200
const DAY_MS = 86_400_000
const EVENTS_KEPT_MS = 30 * DAY_MS
const VERSIONS_KEPT = 50
const VERSIONS_KEPT_MS = 30 * DAY_MS
/** Long after a run that was about to start on a deleted workflow has started. */
const DELETED_KEPT_MS = DAY_MS

/** Deletes what nobody can use any more, in small batches, so that tables do not grow without end. */
export class Housekeeping {
  readonly #parts: { store: Store; clock: Clock; scheduler: Scheduler; log: Log }
  #callOff: (() => void) | undefined
  #running: Promise<void> = Promise.resolve()
  #pruning: PruneProgress | null = null

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
      while ((await store.deliveries.prune(clock.now() - EVENTS_KEPT_MS, EVENTS_BATCH)) === EVENTS_BATCH);
      await this.#pruneVersions()
    } catch (error) {
      log.warn({ err: error }, 'tidying up failed; it is repeated')
    }
  }

  /** One step each time: what comes of it is needed by nobody and can wait. */
  async #pruneVersions(): Promise<void> {
    const { store, clock } = this.#parts
    const kept = {
      newest: VERSIONS_KEPT,
      currentSince: clock.now() - VERSIONS_KEPT_MS,
      deletedSince: clock.now() - DELETED_KEPT_MS,
    }
    this.#pruning = await store.versions.prune(kept, this.#pruning)
  }
}
