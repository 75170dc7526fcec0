import { CLOCK_TOLERANCE_MS } from '#domain/index.ts'
import type { Clock, ExecutionClaims, Log, Scheduler } from '#ports/index.ts'

interface ClockWatchDeps {
  readonly claims: Pick<ExecutionClaims, 'wakeBegun' | 'latestBegun'>
  readonly clock: Clock
  /** The clock of the database, which all processes share. */
  databaseTime?(): Promise<number>
  readonly scheduler: Scheduler
  readonly log: Log
  readonly owner: string
  enqueue(executionId: string): void
  /** The clock was corrected, or it was set forward, as after a suspension of the machine. */
  onJump(): void
}

/** A clock that was ahead was set back. */
export interface ClockCorrection {
  readonly at: number
  /** By how much, or a little less. */
  readonly ms: number
}

const LOOK_MS = 1_000
const BATCH = 500
/**
 * Runs follow a correction within this time. Later, a wait from the future has another cause, such as another machine whose
 * clock is wrong.
 */
const FOLLOW_MS = 600_000

/**
 * Notices that the clock was set back, and wakes the runs whose waits began by the clock that was ahead: they move these
 * waits. It recognizes them by their beginning, which lies in the future.
 */
export class ClockWatch {
  readonly #deps: ClockWatchDeps
  #latest: number
  /** The time before the clock was set back, while that is not handled. */
  #unhandled: number | undefined
  #following: Promise<void> | undefined
  #correction: ClockCorrection | undefined
  #corrections = 0
  #cancelTimer: (() => void) | undefined

  constructor(deps: ClockWatchDeps) {
    this.#deps = deps
    this.#latest = deps.clock.now()
  }

  async start(): Promise<void> {
    const { claims, clock, scheduler } = this.#deps
    this.#latest = clock.now()
    const latestBegun = (await claims.latestBegun()) ?? 0
    if (latestBegun - this.#latest >= CLOCK_TOLERANCE_MS) this.#unhandled = latestBegun
    this.#cancelTimer = scheduler.every(LOOK_MS, () => this.#look())
    this.#follow()
  }

  async stop(): Promise<void> {
    this.#cancelTimer?.()
    await this.#following
  }

  /** The latest correction that was noticed. */
  get correction(): ClockCorrection | undefined {
    return this.#correction
  }

  /** How many were noticed. */
  get corrections(): number {
    return this.#corrections
  }

  /** How far ahead the clock was at that time; 0 for a time before the present. */
  aheadAt(time: number): number {
    const correction = this.#correction
    if (correction === undefined) return 0
    const now = this.#deps.clock.now()
    if (now - correction.at > FOLLOW_MS && this.#following === undefined) return 0
    return time - now > CLOCK_TOLERANCE_MS && time <= endOf(correction) ? correction.ms : 0
  }

  #look(): void {
    const now = this.#deps.clock.now()
    const aheadMs = this.#latest - now
    if (aheadMs >= CLOCK_TOLERANCE_MS) this.#unhandled = Math.max(this.#latest, this.#unhandled ?? 0)
    if (-aheadMs >= LOOK_MS + CLOCK_TOLERANCE_MS) this.#deps.onJump()
    this.#latest = now
    this.#follow()
  }

  #follow(): void {
    if (this.#unhandled === undefined) return
    this.#following ??= this.#handle(this.#unhandled)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'clock correction failed, retrying'))
      .finally(() => (this.#following = undefined))
  }

  async #handle(before: number): Promise<void> {
    const { claims, clock, databaseTime, log, owner, enqueue } = this.#deps
    const reference = await databaseTime?.()
    const at = clock.now()
    if (reference !== undefined && reference - at >= CLOCK_TOLERANCE_MS) {
      log.warn({ behind_ms: reference - at }, 'the clock was set back and is now behind that of the database')
    } else if (before - at >= CLOCK_TOLERANCE_MS) {
      this.#corrections += 1
      this.#correction = { at, ms: before - at }
      log.warn({ ahead_ms: before - at }, 'the clock was ahead, waits follow the corrected clock')
      this.#deps.onJump()
      let ids: readonly string[]
      do {
        const range = { after: clock.now() + CLOCK_TOLERANCE_MS, until: endOf(this.#correction) }
        ids = await claims.wakeBegun(owner, range, BATCH)
        for (const id of ids) enqueue(id)
      } while (ids.length > 0)
    }
    if (this.#unhandled === before) this.#unhandled = undefined
  }
}

/** What the clock showed at most before it was set back: it was looked at a moment before. */
function endOf({ at, ms }: ClockCorrection): number {
  return at + ms + LOOK_MS
}
