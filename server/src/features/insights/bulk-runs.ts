import { AppError, type BulkRun, isFinal, SKIPPED } from '#domain/index.ts'
import type { Engine } from '#engine/index.ts'
import type { Clock, Log, Scheduler, Store, Transaction } from '#ports/index.ts'
import { type PreparedRetry, prepareRetry } from '../executions/retry-execution.ts'

export interface BulkRunsDeps {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
}

const POLL_INTERVAL_MS = 250
/** Another process continues after this time if the one that works on a bulk run dies. */
const LEASE_MS = 5_000
/** Bulk runs per poll. */
const MAX_TAKEN = 10
/** Executions that each bulk run starts per poll: at most 20 per second. */
const BATCH_SIZE = 5
/** Executions that each bulk run cancels per poll: at most 100 per second. */
const CANCEL_BATCH_SIZE = 25
/** How often an ended bulk run is counted while executions that it resumed go on. */
const SETTLE_INTERVAL_MS = 10_000
/** Executions of a bulk run that run concurrently. Parked ones do not count. */
const MAX_RUNNING = 20

/**
 * Works on bulk runs. Of a failure, it resumes one execution, waits for its end, then resumes the rest. Chosen executions are
 * resumed or cancelled without a trial.
 *
 * 1. The rows are the only state, so any process continues at any time.
 * 2. An item is claimed in the transaction that starts or cancels its execution (see `BulkRunStore`).
 * 3. The rate is bounded per bulk run, so that other executions have their share.
 */
export class BulkRuns {
  readonly #deps: BulkRunsDeps
  #cancelTimer: (() => void) | undefined
  #polling: Promise<void> = Promise.resolve()
  #isStopped = true

  constructor(deps: BulkRunsDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#isStopped = false
    this.#pollLater()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    await this.#polling
  }

  #pollLater(): void {
    if (this.#isStopped) return
    this.#cancelTimer = this.#deps.scheduler.after(POLL_INTERVAL_MS, () => {
      this.#polling = this.#poll()
    })
  }

  async #poll(): Promise<void> {
    const { store, clock, log } = this.#deps
    try {
      const now = clock.now()
      for (const run of await store.bulkRuns.take(now, now + LEASE_MS, MAX_TAKEN)) {
        await this.#proceed(run)
        await store.bulkRuns.release(run.id)
      }
      await store.bulkRuns.settle(now, now + SETTLE_INTERVAL_MS, MAX_TAKEN)
    } catch (error) {
      log.error({ err: error }, 'bulk run failed, retrying')
    }
    this.#pollLater()
  }

  async #proceed(run: BulkRun): Promise<void> {
    if (run.status === 'trying') await this.#try(run)
    else if (run.status !== 'running') return
    else if (run.kind === 'cancel') await this.#cancelRest(run)
    else await this.#resumeRest(run)
  }

  /** An execution that cannot be resumed at all is skipped, and the next one is tried. */
  async #try(run: BulkRun): Promise<void> {
    const { store } = this.#deps
    if (run.trialExecutionId === null) {
      const [executionId] = await store.bulkRuns.pending(run.id, 1)
      if (executionId === undefined) await this.#advance(run, 'completed')
      else await this.#resume(run, executionId)
      return
    }
    const trial = await store.executions.overview(run.accountId, run.trialExecutionId)
    if (trial !== undefined && !isFinal(trial.status)) return
    if (trial?.status === 'completed') await this.#advance(run, 'running')
    else await this.#advance(run, 'trial_failed', trial?.error?.message ?? 'The execution was deleted.')
  }

  async #resumeRest(run: BulkRun): Promise<void> {
    const { store } = this.#deps
    const { running } = await store.bulkRuns.progress(run)
    const free = Math.min(BATCH_SIZE, MAX_RUNNING - running)
    if (free <= 0) return
    const items = await store.bulkRuns.pending(run.id, free)
    for (const executionId of items) if (!this.#isStopped) await this.#resume(run, executionId)
    if (items.length === 0 && running === 0) await this.#advance(run, 'completed')
  }

  async #cancelRest(run: BulkRun): Promise<void> {
    const { store } = this.#deps
    const items = await store.bulkRuns.pending(run.id, CANCEL_BATCH_SIZE)
    for (const executionId of items) {
      if (!this.#isStopped) await store.write((tx) => this.#cancel(tx, run, executionId))
    }
    if (items.length === 0) await this.#advance(run, 'completed')
  }

  async #cancel(tx: Transaction, run: BulkRun, executionId: string): Promise<void> {
    const { store, engine } = this.#deps
    if ((await store.bulkRuns.claim(tx, run.id, executionId)) !== 'claimed') return
    if ((await engine.cancel(tx, run.accountId, executionId)) === true) return
    const execution = await store.executions.find(run.accountId, executionId, tx)
    const message =
      execution === undefined
        ? SKIPPED.missing
        : execution.error?.code === 'CANCELLED'
          ? SKIPPED.cancelled
          : SKIPPED[execution.status === 'completed' ? 'completed' : 'failed']
    await store.bulkRuns.skip(tx, run.id, { executionId, message })
  }

  async #resume(run: BulkRun, executionId: string): Promise<void> {
    const { store, engine } = this.#deps
    const prepared = await this.#prepare(run, executionId)
    if (typeof prepared === 'string') {
      return store.write((tx) => store.bulkRuns.skip(tx, run.id, { executionId, message: prepared }))
    }
    const { original, target, steps } = prepared
    if (!('versionId' in target)) throw new Error('A bulk run resumes on a stored version.')
    await store.write(async (tx) => {
      if ((await store.bulkRuns.claim(tx, run.id, executionId)) !== 'claimed') return
      const { id } = await engine.repeat(tx, original, { versionId: target.versionId, steps })
      await store.bulkRuns.started(tx, run.id, { executionId, newExecutionId: id })
    })
  }

  /** Returns why it is impossible, if it is. */
  async #prepare(run: BulkRun, executionId: string): Promise<PreparedRetry | string> {
    try {
      return await prepareRetry(this.#deps, run.accountId, executionId, {
        from: 'failed',
        version: run.version,
      })
    } catch (error) {
      if (error instanceof AppError) return error.message
      throw error
    }
  }

  async #advance(run: BulkRun, to: BulkRun['status'], message?: string): Promise<void> {
    const { store, clock } = this.#deps
    await store.write((tx) =>
      store.bulkRuns.advance(tx, run.id, {
        from: [run.status],
        to,
        at: clock.now(),
        ...(message !== undefined && { message: message.replaceAll('\0', '').toWellFormed() }),
      }),
    )
  }
}
