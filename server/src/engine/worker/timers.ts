import type { Clock, ExecutionClaims, Log, Scheduler } from '#ports/index.ts'
import type { PollIntervals } from './poll-intervals.ts'

export interface TimersDeps {
  readonly claims: Pick<ExecutionClaims, 'wakeDue' | 'nextDue'>
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  readonly intervals: Pick<PollIntervals, 'timerPollMs'>
  readonly owner: string
  enqueue(executionId: string): void
}

const BATCH = 500
const RETRY_AFTER_MS = 1_000

/** Wakes parked executions when their time comes. The times are rows: the first poll finds what came due while nothing ran. */
export class Timers {
  readonly #deps: TimersDeps
  #cancelTimer: (() => void) | undefined
  #nextPollAt = Number.POSITIVE_INFINITY
  #polling: Promise<void> = Promise.resolve()
  #isStopped = true

  constructor(deps: TimersDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    this.#isStopped = false
    await this.#poll()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    await this.#polling
  }

  /** Polls now: the clock has moved. */
  poll(): void {
    if (this.#isStopped) return
    this.#cancelTimer?.()
    this.#polling = this.#polling.then(() => this.#poll())
  }

  /** Call it when an execution is parked until this time. */
  expect(dueAt: number): void {
    if (this.#isStopped || dueAt >= this.#nextPollAt) return
    this.#cancelTimer?.()
    this.#nextPollAt = dueAt
    this.#cancelTimer = this.#deps.scheduler.after(Math.max(0, dueAt - this.#deps.clock.now()), () => {
      this.#polling = this.#polling.then(() => this.#poll())
    })
  }

  async #poll(): Promise<void> {
    const { claims, clock, log, owner, intervals, enqueue } = this.#deps
    this.#nextPollAt = Number.POSITIVE_INFINITY
    let next = clock.now() + intervals.timerPollMs
    try {
      for (;;) {
        const ids = await claims.wakeDue(owner, clock.now(), BATCH)
        for (const id of ids) enqueue(id)
        if (ids.length < BATCH || this.#isStopped) break
      }
      next = Math.min(next, (await claims.nextDue()) ?? next)
    } catch (error) {
      log.error({ err: error }, 'timer poll failed, retrying')
      next = clock.now() + Math.min(intervals.timerPollMs, RETRY_AFTER_MS)
    }
    this.expect(next)
  }
}
