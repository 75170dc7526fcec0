import { cleanFiles, INBOUND_DELIVERY_RETENTION_MS } from '#features/index.ts'
import { IDEMPOTENCY_RETENTION_MS } from '#http/index.ts'
import type { Clock, FileStore, Log, PruneProgress, Scheduler, Store } from '#ports/index.ts'

const INTERVAL_MS = 60_000
/** If a deletion fails after this time, the database does not answer: the rest would only wait for it as well. */
const SLOW_MS = 5_000
const BATCH = 1_000
/** Smaller than the others: each event has a log of deliveries. */
const EVENT_BATCH = 200
const DAY_MS = 86_400_000
const EXECUTION_BATCH = 500
/** Once a minute, this keeps up with 1,600 executions per second. */
const MAX_EXECUTION_BATCHES = 200
/** Expired invitations are listed for a while, so that nobody wonders where they are. */
const INVITATION_RETENTION_MS = 30 * DAY_MS
const EVENT_RETENTION_MS = 30 * DAY_MS
/** Twice the longest period that statistics show, for the comparison with the one before it. */
const RUN_COUNT_RETENTION_MS = 61 * DAY_MS
const FAILED_RUN_RETENTION_MS = 31 * DAY_MS
const VERSIONS_KEPT = 50
const VERSION_RETENTION_MS = 30 * DAY_MS
/** Long enough for every clock and every transaction to know that a scheduled time has its run. */
const TRIGGER_RUN_RETENTION_MS = 7 * DAY_MS
/** Requests that nobody took after they were captured. */
const CAPTURED_RETENTION_MS = 60_000
/** Long enough for a run that was about to start on a deleted workflow. */
const DELETED_WORKFLOW_RETENTION_MS = DAY_MS

/** Versions that left the history are deleted soon, or by the slow pruning if they were in use for this time. */
const UNLISTED_RETENTION_MS = 3_600_000
/** Long enough for a run that was about to start on a version when it left the history. */
const SETTLE_MS = 60_000

export interface HousekeepingDeps {
  readonly store: Store
  readonly fileStore: FileStore
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  /** Days after which ended executions are deleted; 0 means never. */
  readonly retentionDays: number
  /** Days after which entries of the audit log are deleted; 0 means never. */
  readonly auditRetentionDays: number
}

/** Deletes expired records in small batches, so that tables do not grow without bound. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps
  #cancelTimer: (() => void) | undefined
  #running: Promise<void> = Promise.resolve()
  #pruning: PruneProgress | null = null
  /** When the last deletion began: a batch, not all of its kind, which may take long while the database answers. */
  #begunAt = 0

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps
  }

  start(): void {
    // What an interrupted upload left goes at once: it may be large.
    this.#running = this.#running.then(() => this.#cleanFiles())
    this.#cancelTimer = this.#deps.scheduler.every(INTERVAL_MS, () => {
      this.#running = this.#running.then(() => this.#cleanUp())
    })
  }

  async stop(): Promise<void> {
    this.#cancelTimer?.()
    await this.#running
  }

  /**
   * Each kind is tried, although another one fails: on a full disk some deletions are refused, and those that make room must not
   * wait for them. Only a database that does not answer ends the attempt.
   */
  async #cleanUp(): Promise<void> {
    const failed: Record<string, unknown> = {}
    for (const [kind, prune] of this.#kinds()) {
      try {
        await this.#begin(prune)
      } catch (error) {
        failed[kind] = error
        if (this.#deps.clock.now() - this.#begunAt >= SLOW_MS) break
      }
    }
    const [first] = Object.values(failed)
    if (first !== undefined) {
      this.#deps.log.warn({ err: first, kinds: Object.keys(failed) }, 'housekeeping failed, retrying')
    }
  }

  #begin<T>(deletion: () => Promise<T>): Promise<T> {
    this.#begunAt = this.#deps.clock.now()
    return deletion()
  }

  /** Executions take up most of the space, so they come first. */
  #kinds(): readonly (readonly [kind: string, prune: () => Promise<unknown>])[] {
    const { store, clock } = this.#deps
    return [
      ['executions', () => this.#deleteOldExecutions()],
      ['files', () => this.#cleanFiles()],
      [
        'events',
        () =>
          this.#prune(
            (limit) => store.deliveries.prune(clock.now() - EVENT_RETENTION_MS, limit),
            EVENT_BATCH,
          ),
      ],
      ['sessions', () => store.sessions.prune(clock.now())],
      ['invitations', () => store.invitations.prune(clock.now() - INVITATION_RETENTION_MS)],
      ['audit entries', () => this.#pruneAudit()],
      [
        'idempotency',
        () => this.#prune((limit) => store.idempotency.prune(clock.now() - IDEMPOTENCY_RETENTION_MS, limit)),
      ],
      [
        'trigger runs',
        () => this.#prune((limit) => store.triggers.pruneRuns(clock.now() - TRIGGER_RUN_RETENTION_MS, limit)),
      ],
      [
        'inbound deliveries',
        () =>
          this.#prune((limit) =>
            store.triggers.pruneDeliveries(clock.now() - INBOUND_DELIVERY_RETENTION_MS, limit),
          ),
      ],
      ['listeners', () => store.listeners.prune(clock.now(), clock.now() - CAPTURED_RETENTION_MS)],
      ['state', () => this.#prune((limit) => store.state.deleteExpired(clock.now(), limit))],
      ['remembered items', () => this.#deleteForgottenItems()],
      [
        'run statistics',
        () =>
          store.runStatistics.prune({
            counts: clock.now() - RUN_COUNT_RETENTION_MS,
            failedRuns: clock.now() - FAILED_RUN_RETENTION_MS,
          }),
      ],
      ['versions', () => this.#pruneVersions()],
    ]
  }

  async #deleteForgottenItems(): Promise<void> {
    while (await this.#begin(() => this.#deps.store.rememberedItems.deleteForgotten(BATCH)));
  }

  /** Whatever else has to be deleted is deleted although contents cannot be removed, such as while their store is away. */
  async #cleanFiles(): Promise<void> {
    try {
      await cleanFiles(this.#deps)
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'removing files failed, retrying')
    }
  }

  async #pruneAudit(): Promise<void> {
    const { store, clock, auditRetentionDays } = this.#deps
    if (auditRetentionDays === 0) return
    const before = clock.now() - auditRetentionDays * DAY_MS
    await this.#prune((limit) => store.audit.prune(before, limit))
  }

  /** In batches, so that other writers do not wait long. What is left is deleted the next time. */
  async #deleteOldExecutions(): Promise<void> {
    const { store, clock, log, retentionDays } = this.#deps
    if (retentionDays === 0) return
    const before = clock.now() - retentionDays * DAY_MS
    let count = 0
    for (let batch = 0; batch < MAX_EXECUTION_BATCHES; batch += 1) {
      const deleted = await this.#begin(() => store.retention.deleteEnded(before, EXECUTION_BATCH))
      count += deleted
      if (deleted < EXECUTION_BATCH) break
    }
    if (count > 0) log.info({ count }, 'old executions deleted')
  }

  /** One step per run: nobody waits for the result. */
  async #pruneVersions(): Promise<void> {
    const { store, clock } = this.#deps
    const now = clock.now()
    const unlistedSince = now - UNLISTED_RETENTION_MS
    await store.versions.deleteUnlisted({ from: unlistedSince, to: now - SETTLE_MS })
    const kept = {
      newest: VERSIONS_KEPT,
      currentSince: now - VERSION_RETENTION_MS,
      deletedSince: now - DELETED_WORKFLOW_RETENTION_MS,
      unlistedSince,
    }
    this.#pruning = await store.versions.prune(kept, this.#pruning)
  }

  /** Deletes batch after batch until one is not full. */
  async #prune(deleteBatch: (limit: number) => Promise<number>, limit = BATCH): Promise<void> {
    while ((await this.#begin(() => deleteBatch(limit))) === limit);
  }
}
