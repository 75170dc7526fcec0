import type { Clock, ExecutionClaims, Log, HeartbeatStore, Scheduler } from '#ports/index.ts'
import type { Pace } from './poll-intervals.ts'

export interface RecoveryParts {
  readonly claims: ExecutionClaims
  readonly heartbeats: HeartbeatStore
  readonly clock: Clock
  /** One clock for all who share the store. */
  agreedTime?(): Promise<number>
  readonly scheduler: Scheduler
  readonly log: Log
  readonly pace: Pick<Pace, 'beatMs' | 'silenceMs'>
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
  readonly #parts: RecoveryParts
  #callOff: (() => void) | undefined
  #beating: Promise<void> | undefined
  #sweeping: Promise<void> | undefined
  #isStopping = false

  constructor(parts: RecoveryParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    const { heartbeats, scheduler, pace, owner, alone } = this.#parts
    const now = await this.#agreedTime()
    await heartbeats.beat(owner, now)
    await this.#takeOver(alone ? Number.MAX_SAFE_INTEGER : now - pace.silenceMs)
    this.#callOff = scheduler.every(pace.beatMs, () => {
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
    this.#callOff?.()
    await this.#beating
    await this.#sweeping
    await this.#parts.heartbeats.leave(this.#parts.owner)
  }

  async #beat(): Promise<void> {
    const { heartbeats, log, owner } = this.#parts
    try {
      await heartbeats.beat(owner, await this.#agreedTime())
    } catch (error) {
      log.error({ err: error }, 'a sign of life could not be given; it is repeated')
    }
  }

  async #sweep(): Promise<void> {
    const { heartbeats, log, pace } = this.#parts
    try {
      const now = await this.#agreedTime()
      if (!this.#isStopping) {
        await this.#takeOver(now - pace.silenceMs)
        await this.#findStrays()
      }
      await this.#followRuns()
      await heartbeats.forget(now - FORGET_AFTER_MS)
    } catch (error) {
      log.error({ err: error }, 'the look for interrupted executions failed; it is repeated')
    }
  }

  /** By their own clocks, one that is ahead would take all others for dead. */
  async #agreedTime(): Promise<number> {
    const { agreedTime, clock } = this.#parts
    return agreedTime === undefined ? clock.now() : agreedTime()
  }

  /** Accepted by this process and unknown to it: the answer to the commit was lost on its way. */
  async #findStrays(): Promise<void> {
    const { claims, clock, pace, owner, isKnown, wake } = this.#parts
    const open = await claims.openOf(owner, clock.now() - pace.silenceMs, BATCH)
    for (const id of open) if (!isKnown(id)) wake(id)
  }

  /** A run that another process ended, took over or sent a signal to: its owner learns of it here. */
  async #followRuns(): Promise<void> {
    const { claims, owner, underWay, alone } = this.#parts
    if (alone) return
    const runs = underWay()
    if (runs.length === 0) return
    const standing = await claims.standing(
      owner,
      runs.map(([id]) => id),
    )
    for (const [id, run] of runs) {
      const signals = standing.get(id)
      if (signals === undefined) run.abandon()
      else if (signals > run.signalSequence) run.notice()
    }
  }

  async #takeOver(silentSince: number): Promise<void> {
    const { claims, log, owner, wake } = this.#parts
    for (;;) {
      const ids = await claims.takeOver(owner, silentSince, BATCH)
      for (const id of ids) wake(id)
      if (ids.length > 0) log.info({ count: ids.length }, 'interrupted executions were taken up again')
      if (ids.length < BATCH) return
    }
  }
}
