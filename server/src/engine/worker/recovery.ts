import type {
  Clock,
  ExecutionClaims,
  ExecutionIntake,
  HeartbeatStore,
  Log,
  Scheduler,
  TakenOver,
  Transactions,
} from '#ports/index.ts'
import type { PollIntervals } from './poll-intervals.ts'
import type { RunRegistry } from './run-registry.ts'

export interface RecoveryDeps {
  readonly transactions: Pick<Transactions, 'write'>
  readonly intake: Pick<ExecutionIntake, 'cancel'>
  readonly claims: ExecutionClaims
  readonly heartbeats: HeartbeatStore
  readonly clock: Clock
  /** The clock of the database, which all processes share. */
  databaseTime?(): Promise<number>
  readonly scheduler: Scheduler
  readonly log: Log
  readonly intervals: Pick<PollIntervals, 'heartbeatMs' | 'leaseTimeoutMs'>
  readonly owner: string
  readonly alone: boolean
  readonly registry: RunRegistry
  /** An execution with more takeovers is failed. */
  readonly maxTakeovers: number
  enqueue(executionId: string): void
  /** For executions that may have ended their processes. */
  enqueueSuspect(executionId: string): void
  onEnded(executionId: string): void
}

/** Expired heartbeats are deleted after this time; by then all runs of the process have been taken over. */
const FORGET_AFTER_MS = 3_600_000
const BATCH = 500

/** Makes sure that every run ends: sends heartbeats for this process, and takes over the runs of processes without one. */
export class Recovery {
  readonly #deps: RecoveryDeps
  #cancelTimer: (() => void) | undefined
  #heartbeat: Promise<void> | undefined
  #sweep: Promise<void> | undefined
  #isStopping = false

  constructor(deps: RecoveryDeps) {
    this.#deps = deps
  }

  /** Sends the first heartbeat. */
  async join(): Promise<void> {
    await this.#deps.heartbeats.record(this.#deps.owner, await this.#databaseTime())
  }

  async start(): Promise<void> {
    const { scheduler, intervals, alone } = this.#deps
    await this.join()
    const now = await this.#databaseTime()
    await this.#takeOver(alone ? Number.MAX_SAFE_INTEGER : now - intervals.leaseTimeoutMs)
    this.#cancelTimer = scheduler.every(intervals.heartbeatMs, () => {
      // Separately: a sweep that takes long, or waits for another process's sweep, must not delay the heartbeat.
      this.#heartbeat ??= this.#sendHeartbeat().finally(() => (this.#heartbeat = undefined))
      this.#sweep ??= this.#runSweep().finally(() => (this.#sweep = undefined))
    })
  }

  /** Takes over nothing more. Heartbeats go on until the last write: without them the process counts as dead. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#sweep
  }

  /** After the last write: from here on other processes may take over immediately. */
  async removeHeartbeat(): Promise<void> {
    this.#cancelTimer?.()
    await this.#heartbeat
    await this.#sweep
    await this.#deps.heartbeats.remove(this.#deps.owner)
  }

  async #sendHeartbeat(): Promise<void> {
    const { heartbeats, log, owner } = this.#deps
    try {
      await heartbeats.record(owner, await this.#databaseTime())
    } catch (error) {
      log.error({ err: error }, 'heartbeat failed, retrying')
    }
  }

  async #runSweep(): Promise<void> {
    const { heartbeats, log, intervals } = this.#deps
    try {
      const now = await this.#databaseTime()
      if (!this.#isStopping) {
        await this.#takeOver(now - intervals.leaseTimeoutMs)
        await this.#enqueueStrays()
      }
      await this.#followRuns()
      await heartbeats.removeExpired(now - FORGET_AFTER_MS)
    } catch (error) {
      log.error({ err: error }, 'recovery sweep failed, retrying')
    }
  }

  /** By its own clock, a process whose clock is ahead would take all others for dead. */
  async #databaseTime(): Promise<number> {
    const { databaseTime, clock } = this.#deps
    return databaseTime === undefined ? clock.now() : databaseTime()
  }

  /** A stray belongs to this process, which does not know it: the confirmation of its commit was lost. */
  async #enqueueStrays(): Promise<void> {
    const { claims, clock, intervals, owner, registry, enqueue } = this.#deps
    const open = await claims.openOf(owner, clock.now() - intervals.leaseTimeoutMs, BATCH)
    for (const id of open) if (!registry.has(id)) enqueue(id)
  }

  /** Tells runs of this process what other processes did to them: ended them, took them over, sent a signal. */
  async #followRuns(): Promise<void> {
    const { claims, owner, registry, alone } = this.#deps
    if (alone) return
    const current = registry.runs()
    if (current.length === 0) return
    const owned = await claims.findOwned(
      owner,
      current.map(([id]) => id),
    )
    for (const [id, run] of current) {
      const signals = owned.get(id)
      if (signals === undefined) run.abandon()
      else if (signals > run.signalSequence) run.notice()
    }
  }

  async #takeOver(expiredBefore: number): Promise<void> {
    const { claims, log, owner, enqueue, enqueueSuspect, maxTakeovers } = this.#deps
    const suspects: TakenOver[] = []
    try {
      for (let isLast = false; !isLast;) {
        const taken = await claims.takeOver(owner, expiredBefore, BATCH)
        if (taken.length > 0) log.info({ count: taken.length }, 'interrupted executions taken over')
        for (const one of taken) {
          if (one.takeovers > maxTakeovers) await this.#fail(one)
          else if (one.takeovers > 1) suspects.push(one)
          else enqueue(one.id)
        }
        // Not when less than a batch was taken: the rest of the batch may have gone to other processes, and more may follow.
        isLast = taken.length === 0
      }
    } finally {
      // The first one is marked for longest. If this process is ended from outside, it should not be the same one as before.
      suspects.sort((one, other) => one.takeovers - other.takeovers)
      for (const { id } of suspects) enqueueSuspect(id)
    }
  }

  /** Without loading the execution: that may be what its processes died of. */
  async #fail({ id, accountId, takeovers }: TakenOver): Promise<void> {
    const { transactions, intake, clock, log, onEnded } = this.#deps
    log.error({ execution_id: id, takeovers }, 'execution failed because its processes kept ending')
    const message = `The process that ran this execution ended or stopped responding ${takeovers} times in a row before the execution had advanced, so it is not tried again. Check the log of the service for the cause. The input may be too large, or a step may need too much memory.`
    const at = clock.now()
    const error = { code: 'INTERRUPTED', message, node_id: null }
    const entry = { at, level: 'error' as const, message, node_id: null }
    await transactions.write((tx) => intake.cancel(tx, { account: accountId, id, at, error, log: entry }))
    onEnded(id)
  }
}
