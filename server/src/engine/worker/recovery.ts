import type { Clock, ExecutionClaims, Log, HeartbeatStore, Scheduler } from '#ports/index.ts'
import type { PollIntervals } from './poll-intervals.ts'

export interface RecoveryDeps {
  readonly claims: ExecutionClaims
  readonly heartbeats: HeartbeatStore
  readonly clock: Clock
  /** One clock for all who share the store. */
  databaseTime?(): Promise<number>
  readonly scheduler: Scheduler
  readonly log: Log
  readonly intervals: Pick<PollIntervals, 'heartbeatMs' | 'leaseTimeoutMs'>
  readonly owner: string
  readonly alone: boolean
  wake(executionId: string): void
  /** True while the execution is being advanced, or waits for it, in this process. */
  isKnown(executionId: string): boolean
  /** The runs this process works on. */
  underWay(): readonly (readonly [id: string, run: FollowedRun])[]
}

/** What others may have done to a run meanwhile. */
interface FollowedRun {
  readonly signalSequence: number
  abandon(): void
  notice(): void
}

/** Long after the last of its runs was taken over. */
const FORGET_AFTER_MS = 3_600_000
const BATCH = 500

/** Sees to it that every run ends: tells that this process is alive, and takes up the runs of those that are not. */
export class Recovery {
  readonly #deps: RecoveryDeps
  #cancelTimer: (() => void) | undefined
  #beating: Promise<void> | undefined
  #sweeping: Promise<void> | undefined
  #isStopping = false

  constructor(deps: RecoveryDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    const { heartbeats, scheduler, intervals, owner, alone } = this.#deps
    const now = await this.#databaseTime()
    await heartbeats.record(owner, now)
    await this.#takeOver(alone ? Number.MAX_SAFE_INTEGER : now - intervals.leaseTimeoutMs)
    this.#cancelTimer = scheduler.every(intervals.heartbeatMs, () => {
      // Apart: a sweep that takes long, or waits for another process's, must not keep this one from saying that it lives.
      this.#beating ??= this.#beat().finally(() => (this.#beating = undefined))
      this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = undefined))
    })
  }

  /** Takes up nothing new. Signs of life go on to the last write: a process that is silent is taken for dead. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#sweeping
  }

  /** After the last write: from here on others may take over at once. */
  async leave(): Promise<void> {
    this.#cancelTimer?.()
    await this.#beating
    await this.#sweeping
    await this.#deps.heartbeats.remove(this.#deps.owner)
  }

  async #beat(): Promise<void> {
    const { heartbeats, log, owner } = this.#deps
    try {
      await heartbeats.record(owner, await this.#databaseTime())
    } catch (error) {
      log.error({ err: error }, 'a sign of life could not be given; it is repeated')
    }
  }

  async #sweep(): Promise<void> {
    const { heartbeats, log, intervals } = this.#deps
    try {
      const now = await this.#databaseTime()
      if (!this.#isStopping) {
        await this.#takeOver(now - intervals.leaseTimeoutMs)
        await this.#findStrays()
      }
      await this.#followRuns()
      await heartbeats.forget(now - FORGET_AFTER_MS)
    } catch (error) {
      log.error({ err: error }, 'the look for interrupted executions failed; it is repeated')
    }
  }

  /** By their own clocks, one that is ahead would take all others for dead. */
  async #databaseTime(): Promise<number> {
    const { databaseTime, clock } = this.#deps
    return databaseTime === undefined ? clock.now() : databaseTime()
  }

  /** Accepted by this process and unknown to it: the answer to the commit was lost on its way. */
  async #findStrays(): Promise<void> {
    const { claims, clock, intervals, owner, isKnown, wake } = this.#deps
    const open = await claims.openOf(owner, clock.now() - intervals.leaseTimeoutMs, BATCH)
    for (const id of open) if (!isKnown(id)) wake(id)
  }

  /** A run that another process ended, took over or sent a signal to: its owner learns of it here. */
  async #followRuns(): Promise<void> {
    const { claims, owner, underWay, alone } = this.#deps
    if (alone) return
    const runs = underWay()
    if (runs.length === 0) return
    const standing = await claims.findOwned(
      owner,
      runs.map(([id]) => id),
    )
    for (const [id, run] of runs) {
      const signals = standing.get(id)
      if (signals === undefined) run.abandon()
      else if (signals > run.signalSequence) run.notice()
    }
  }

  async #takeOver(expiredBefore: number): Promise<void> {
    const { claims, log, owner, wake } = this.#deps
    for (;;) {
      const ids = await claims.takeOver(owner, expiredBefore, BATCH)
      for (const id of ids) wake(id)
      if (ids.length > 0) log.info({ count: ids.length }, 'interrupted executions were taken up again')
      if (ids.length < BATCH) return
    }
  }
}
