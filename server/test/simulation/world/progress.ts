import type { DeliveryRow, EndpointRow } from '#test/simulation/memory/memory-database.ts'
import type { World } from './world.ts'

/** Longer than anything the engine does on its own: lease timeout, sweeps and polls together. */
const PATIENCE_MS = 180_000
/** Long enough for an answer in transit and its consequences. */
const SETTLE_MS = 50
/** In a world without faults, a run that waits for nothing outside is written within this time. */
const MAX_IDLE_MS = 7_000
/** In a world without faults, an endpoint with due deliveries is attempted again within this time, timeouts included. */
const MAX_ENDPOINT_IDLE_MS = 20_000
/** Longer than the longest poll interval. */
const POLL_MARGIN_MS = 3_000

/** Decides whether the simulation still makes progress, whether it is finished, and what time can be skipped. */
export class Progress {
  readonly #world: World
  #lastProgressAt: number
  /** When each execution was last written, or a call of one of its nodes returned. */
  readonly #executionActiveAt = new Map<string, number>()
  /** When a delivery of each webhook endpoint was last written or sent. */
  readonly #endpointActiveAt = new Map<string, number>()
  /** Until then something from before may still happen: a pause ends, a late commit arrives. */
  #activeUntil = 0
  #noSkipUntil = 0
  #widestJump = 0
  #faultsEndedAt = 0

  constructor(world: World) {
    this.#world = world
    this.#lastProgressAt = world.time.now
  }

  /** Something happened to these executions. */
  record(executionIds: Iterable<string>): void {
    this.#lastProgressAt = this.#world.time.now
    for (const id of executionIds) this.#executionActiveAt.set(id, this.#lastProgressAt)
  }

  recordDelivery(endpointId: string): void {
    this.#endpointActiveAt.set(endpointId, this.#world.time.now)
  }

  recordEndOfFaults(): void {
    this.record([])
    this.#faultsEndedAt = this.#world.time.now
  }

  expectActivity(ms: number): void {
    this.#activeUntil = Math.max(this.#activeUntil, this.#world.time.now + ms)
  }

  /** A rule measures a time: skipping a part of it would leave the processes no time to act. */
  preventSkip(ms: number): void {
    this.#noSkipUntil = Math.max(this.#noSkipUntil, this.#world.time.now + ms)
  }

  /** A timer that was set by a wrong clock fires up to this much later. */
  recordClockJump(ms: number): void {
    this.#widestJump = Math.max(this.#widestJump, Math.abs(ms))
  }

  /** Late events still happen after everything has ended: paused processes resume, delayed calls arrive. */
  isFinished(): boolean {
    const { clients, time } = this.#world
    if (!clients.isDone || this.#hasOpenExecution() || this.#hasPendingDelivery()) return false
    // A rule still measures: without this, nobody would notice that a cancelled call goes on in the last process.
    if (time.now < this.#noSkipUntil) return false
    if (time.now >= this.#activeUntil + SETTLE_MS) return true
    time.skipTo(this.#activeUntil)
    return false
  }

  /** Reports a violation if something is open and makes no progress. */
  check(): void {
    const { options, faults, time } = this.#world
    if (options.kinds.size === 0) this.#checkIdleRuns()
    if (!faults.hasEnded) return
    this.#checkDueDeliveries()
    if (time.now - this.#lastProgressAt <= PATIENCE_MS + this.#widestJump) return
    if (!this.#hasOpenExecution()) return
    const next = this.#nextWait()
    const isComing = next !== undefined && next >= time.now - PATIENCE_MS
    if (this.#isRunning() || !isComing) {
      this.#world.violate('every run ends', 'an execution is open and nothing happens')
    }
  }

  /**
   * While all open executions are parked and no delivery is in flight, only polls without results happen until the next
   * wait ends or the next delivery is due. This time is skipped; processes send their heartbeats as if they had polled.
   */
  skipQuietTime(): void {
    const { clients, faults, time, database, processes } = this.#world
    // The clocks are right from the end of the faults on.
    if (!clients.isDone || !faults.hasEnded || this.#isRunning()) return
    const until = this.#endOfQuietTime()
    if (until === undefined || until <= time.now || time.now < this.#noSkipUntil) return
    this.#world.addTrace(() => `nothing happens for ${Math.round((until - time.now) / 1_000)} s`)
    time.skipTo(until)
    this.#lastProgressAt = until
    for (const { engine, clock, isRunning } of processes) {
      const { owner } = engine
      const seen = database.heartbeats.get(owner)
      if (isRunning && seen !== undefined) database.heartbeats.set(owner, { owner, seenAt: clock.now() })
    }
  }

  /** Without faults, a run that can continue does so immediately, or with the next heartbeat in another process. */
  #checkIdleRuns(): void {
    const { database, oracle, time } = this.#world
    for (const { id, status } of database.executions.values()) {
      const idleMs = time.now - (this.#executionActiveAt.get(id) ?? time.now)
      if (status === 'running' && idleMs > MAX_IDLE_MS && oracle.callsInFlight(id).length === 0) {
        this.#world.violate(
          'a run that can continue continues',
          `${id} was idle for ${Math.round(idleMs)} ms`,
        )
      }
    }
  }

  /** Each endpoint has a limit of its own, so that failures of one never hold up the deliveries of another. */
  #checkDueDeliveries(): void {
    const { options, time } = this.#world
    const patience = options.kinds.size === 0 ? MAX_ENDPOINT_IDLE_MS : PATIENCE_MS
    for (const { delivery, endpoint } of this.#pendingDeliveries()) {
      const activeAt = this.#endpointActiveAt.get(endpoint.id) ?? 0
      const idleMs = time.now - Math.max(dueAt(delivery, endpoint), activeAt, this.#faultsEndedAt)
      if (idleMs > patience) {
        const details = `${delivery.eventId} to ${endpoint.id} was idle for ${Math.round(idleMs)} ms`
        this.#world.violate('a due delivery is attempted', details)
      }
    }
  }

  #isRunning(): boolean {
    for (const { status } of this.#world.database.executions.values()) if (status === 'running') return true
    return false
  }

  #hasOpenExecution(): boolean {
    for (const { completedAt } of this.#world.database.executions.values()) {
      if (completedAt === null) return true
    }
    return false
  }

  #hasPendingDelivery(): boolean {
    return this.#pendingDeliveries().next().done !== true
  }

  *#pendingDeliveries(): Generator<{ readonly delivery: DeliveryRow; readonly endpoint: EndpointRow }> {
    const { deliveries, endpoints } = this.#world.database
    for (const delivery of deliveries.values()) {
      if (delivery.status !== 'pending') continue
      const endpoint = endpoints.get(delivery.endpointId)
      if (endpoint?.status === 'active') yield { delivery, endpoint }
    }
  }

  /** Undefined if an attempt is in flight or nothing is due in the future. */
  #endOfQuietTime(): number | undefined {
    const wait = this.#nextWait()
    let next = wait === undefined ? undefined : wait - POLL_MARGIN_MS
    for (const { delivery, endpoint } of this.#pendingDeliveries()) {
      if (this.#isInFlight(delivery)) return undefined
      const at = dueAt(delivery, endpoint)
      if (next === undefined || at < next) next = at
    }
    return next
  }

  /** The claim of a dead process expires; that of a running process mostly ends earlier, with its attempt. */
  #isInFlight({ claimedBy, dueAt: expiresAt }: DeliveryRow): boolean {
    if (claimedBy === null || (expiresAt ?? Infinity) <= this.#world.time.now) return false
    return this.#world.processes.some(({ claimant, isDead }) => claimant === claimedBy && !isDead)
  }

  /** When the first wait ends; undefined if no wait has a time. */
  #nextWait(): number | undefined {
    let next: number | undefined
    for (const wait of this.#world.database.waits.values()) {
      if (wait.dueAt !== null && (next === undefined || wait.dueAt < next)) next = wait.dueAt
    }
    return next
  }
}

function dueAt(delivery: DeliveryRow, { pausedUntil }: EndpointRow): number {
  return Math.max(delivery.dueAt ?? 0, pausedUntil ?? 0)
}
