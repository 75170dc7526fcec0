import type { Clock, ExecutionClaims, Log, Scheduler } from '#ports/index.ts'
import type { PollIntervals } from './poll-intervals.ts'

export interface TimersDeps {
  readonly claims: Pick<ExecutionClaims, 'wakeDue' | 'nextDue'>
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  readonly intervals: Pick<PollIntervals, 'timerPollMs'>
  readonly owner: string
  wake(executionId: string): void
}

const BATCH = 500

/** Wakes parked executions whose time has come. The times are rows: what came due while nobody looked is found at start. */
export class Timers {
  readonly #deps: TimersDeps
  #cancelTimer: (() => void) | undefined
  #looksAt = Number.POSITIVE_INFINITY
  #looking: Promise<void> = Promise.resolve()
  #isStopped = true

  constructor(deps: TimersDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    this.#isStopped = false
    await this.#look()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    await this.#looking
  }

  /** An execution was parked until this time. */
  expect(dueAt: number): void {
    if (this.#isStopped || dueAt >= this.#looksAt) return
    this.#cancelTimer?.()
    this.#looksAt = dueAt
    this.#cancelTimer = this.#deps.scheduler.after(Math.max(0, dueAt - this.#deps.clock.now()), () => {
      this.#looking = this.#looking.then(() => this.#look())
    })
  }

  async #look(): Promise<void> {
    const { claims, clock, log, owner, intervals, wake } = this.#deps
    this.#looksAt = Number.POSITIVE_INFINITY
    let next = clock.now() + intervals.timerPollMs
    try {
      for (;;) {
        const ids = await claims.wakeDue(owner, clock.now(), BATCH)
        for (const id of ids) wake(id)
        if (ids.length < BATCH || this.#isStopped) break
      }
      next = Math.min(next, (await claims.nextDue()) ?? next)
    } catch (error) {
      log.error({ err: error }, 'the look for executions that are due failed; it is repeated')
      next = clock.now() + Math.min(intervals.timerPollMs, 1_000)
    }
    this.expect(next)
  }
}
