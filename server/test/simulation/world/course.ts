import type { World } from './world.ts'

/** Nothing the engine does on its own takes longer: silence, sweeps and looks together. */
const PATIENCE_MS = 180_000
/** Long enough for an answer that is on its way, and for what follows from it. */
const AFTERMATH_MS = 50
/** Within which a run that waits for nothing outside is written, in a world where nothing goes wrong. */
const PACE_MS = 7_000
/** More than what looks, each in its turn, are apart. */
const LOOKS_MS = 3_000

/** How far things have come: whether they still move, whether they are through, and what time can be left out. */
export class Course {
  readonly #world: World
  #progressAt: number
  /** When each execution was last written, or something a node did for it ended. */
  readonly #aliveAt = new Map<string, number>()
  /** Until then something of earlier may still come: a pause ends, a late commit arrives. */
  #restlessUntil = 0
  #widestJump = 0

  constructor(world: World) {
    this.#world = world
    this.#progressAt = world.time.now
  }

  /** Something was done for these executions. */
  notice(executionIds: Iterable<string>): void {
    this.#progressAt = this.#world.time.now
    for (const id of executionIds) this.#aliveAt.set(id, this.#progressAt)
  }

  staysRestless(ms: number): void {
    this.#restlessUntil = Math.max(this.#restlessUntil, this.#world.time.now + ms)
  }

  /** Clocks are apart by as much: what is due by one is not by another. */
  noticeJump(ms: number): void {
    this.#widestJump = Math.max(this.#widestJump, Math.abs(ms))
  }

  /** What comes after the end, comes late: those who stood still wake up, what was sent long ago arrives. */
  isThrough(): boolean {
    const { clients, database, time } = this.#world
    if (!clients.isDone) return false
    for (const { completedAt } of database.executions.values()) if (completedAt === null) return false
    if (time.now >= this.#restlessUntil + AFTERMATH_MS) return true
    time.skipTo(this.#restlessUntil)
    return false
  }

  /** Whether what is open still moves. */
  check(): void {
    const { options, faults, time } = this.#world
    if (options.kinds.size === 0) this.#checkPace()
    if (!faults.isOver || time.now - this.#progressAt <= PATIENCE_MS + this.#widestJump) return
    const next = this.#nextDue()
    const isComing = next !== undefined && next >= time.now - PATIENCE_MS
    if (this.#isRunning() || !isComing) {
      this.#world.violate('every run ends', 'something is open, and nothing happens any more')
    }
  }

  /**
   * When all that is open is parked, nothing happens until the first wait is over but looks that find nothing: they are
   * left out. Processes show life meanwhile, as if they had looked.
   */
  skipQuietTime(): void {
    const { clients, faults, time, database, processes } = this.#world
    const next = this.#nextDue()
    if (next === undefined || !clients.isDone || !faults.isOver || this.#isRunning()) return
    const until = next - this.#widestJump - LOOKS_MS
    if (until <= time.now) return
    this.#world.tell(() => `nothing happens for ${Math.round((until - time.now) / 1_000)} s`)
    time.skipTo(until)
    this.#progressAt = until
    for (const { engine, clock, isRunning } of processes) {
      const { owner } = engine
      const seen = database.heartbeats.get(owner)
      if (isRunning && seen !== undefined) database.heartbeats.set(owner, { owner, seenAt: clock.now() })
    }
  }

  /** Where nothing goes wrong, what can go on does so at once; a signal of another process is seen with the next beat. */
  #checkPace(): void {
    const { database, oracle, time } = this.#world
    for (const { id, status } of database.executions.values()) {
      const idleMs = time.now - (this.#aliveAt.get(id) ?? time.now)
      if (status === 'running' && idleMs > PACE_MS && oracle.underWay(id).length === 0) {
        this.#world.violate('what can go on goes on', `${id} stood still for ${Math.round(idleMs)} ms`)
      }
    }
  }

  #isRunning(): boolean {
    for (const { status } of this.#world.database.executions.values()) if (status === 'running') return true
    return false
  }

  /** When the first wait is over; undefined when none has a time. */
  #nextDue(): number | undefined {
    let next: number | undefined
    for (const { dueAt } of this.#world.database.waits.values()) {
      if (dueAt !== null && (next === undefined || dueAt < next)) next = dueAt
    }
    return next
  }
}
