import { DELIVERIES_KEPT_MS } from '#features/index.ts'
import { KEPT_MS } from '#http/index.ts'
import type { Clock, Log, PruneProgress, Scheduler, Store } from '#ports/index.ts'

const EVERY_MS = 60_000
const BATCH = 1_000
/** Fewer at once: each brings the log of its deliveries with it. */
const EVENTS_BATCH = 200
const DAY_MS = 86_400_000
const EXECUTION_BATCH = 500
/** With a look every minute this keeps up with 1,600 executions a second. */
const MAX_EXECUTION_BATCHES = 200
const EVENTS_KEPT_MS = 30 * DAY_MS
const VERSIONS_KEPT = 50
const VERSIONS_KEPT_MS = 30 * DAY_MS
/** Long after every clock and every transaction has agreed that a time has its run. */
const TRIGGER_RUNS_KEPT_MS = 7 * DAY_MS
/** Long after a run that was about to start on a deleted workflow has started. */
const DELETED_KEPT_MS = DAY_MS

export interface HousekeepingDeps {
  readonly store: Store
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  /** How long executions are kept after they ended, in days; 0: for ever. */
  readonly retentionDays: number
}

/** Deletes what nobody can use any more, in small batches, so that tables do not grow without end. */
export class Housekeeping {
  readonly #parts: HousekeepingDeps
  #cancelTimer: (() => void) | undefined
  #running: Promise<void> = Promise.resolve()
  #pruning: PruneProgress | null = null

  constructor(parts: HousekeepingDeps) {
    this.#parts = parts
  }

  start(): void {
    this.#cancelTimer = this.#parts.scheduler.every(EVERY_MS, () => {
      this.#running = this.#running.then(() => this.#tidy())
    })
  }

  async stop(): Promise<void> {
    this.#cancelTimer?.()
    await this.#running
  }

  async #tidy(): Promise<void> {
    const { store, clock, log } = this.#parts
    try {
      await store.sessions.prune(clock.now())
      while ((await store.idempotency.prune(clock.now() - KEPT_MS, BATCH)) === BATCH);
      while ((await store.triggers.pruneRuns(clock.now() - TRIGGER_RUNS_KEPT_MS, BATCH)) === BATCH);
      while ((await store.triggers.pruneDeliveries(clock.now() - DELIVERIES_KEPT_MS, BATCH)) === BATCH);
      await this.#deleteOldExecutions()
      while ((await store.deliveries.prune(clock.now() - EVENTS_KEPT_MS, EVENTS_BATCH)) === EVENTS_BATCH);
      await this.#pruneVersions()
    } catch (error) {
      log.warn({ err: error }, 'tidying up failed; it is repeated')
    }
  }

  /** Some at a time: others want to write too. What is left is deleted the next time. */
  async #deleteOldExecutions(): Promise<void> {
    const { store, clock, log, retentionDays } = this.#parts
    if (retentionDays === 0) return
    const before = clock.now() - retentionDays * DAY_MS
    let count = 0
    for (let batch = 0; batch < MAX_EXECUTION_BATCHES; batch += 1) {
      const deleted = await store.retention.deleteEnded(before, EXECUTION_BATCH)
      count += deleted
      if (deleted < EXECUTION_BATCH) break
    }
    if (count > 0) log.info({ count }, 'old executions were deleted')
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
