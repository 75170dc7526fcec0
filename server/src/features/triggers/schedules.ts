import { CLOCK_TOLERANCE_MS, findDueRuns, type Trigger } from '#domain/index.ts'
import type { ClockCorrection, Engine, ExecutionRequest } from '#engine/index.ts'
import { readSchedule } from '#nodes/index.ts'
import type { Clock, Log, ScheduledRun, Scheduler, Store } from '#ports/index.ts'
import { timestamp } from '../shared/timestamps.ts'
import { followClock } from './follow-clock.ts'
import { jitterOf } from './jitter.ts'

export interface SchedulesDeps {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
}

/** A workflow that was just published, in any process, is noticed within this time. */
const POLL_INTERVAL_MS = 1_000
/** Triggers per transaction; bounds how long other writers wait. */
const BATCH_SIZE = 100
/** How long the warning about a correction is shown. */
const WARN_MS = 24 * 60 * 60 * 1000

/**
 * Starts scheduled runs. The record of a scheduled time, its run and the next time are one transaction: each time gets exactly
 * one run, whichever process polls and whenever a process ends.
 */
export class Schedules {
  readonly #deps: SchedulesDeps
  #cancelTimer: (() => void) | undefined
  #polling: Promise<void> = Promise.resolve()
  #isStopped = true
  /** The clock at the last poll; undefined before the first. */
  #lastNow: number | undefined
  #correction: ClockCorrection | undefined
  /** What the engine noticed, once schedules follow the corrected clock as well. */
  #correctionOfWaits: ClockCorrection | undefined

  constructor(deps: SchedulesDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#isStopped = false
    this.#pollIn(0)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    await this.#polling
  }

  /** What an operator should know about the clock of this machine. */
  warnings(): readonly string[] {
    const { clock } = this.#deps
    const [latest] = [this.#correction, this.#correctionOfWaits]
      .filter((correction) => correction !== undefined)
      .sort((a, b) => b.at - a.at || b.ms - a.ms)
    if (latest === undefined || clock.now() - latest.at > WARN_MS) return []
    const { at, ms } = latest
    return [
      `the clock was ahead by about ${describeAmount(ms)} until ${timestamp(at)}; schedules and waits follow the corrected clock`,
    ]
  }

  /** At the first poll, and when the clock was set back: what lies in the future was stored by a clock that was ahead. */
  async #followClock(): Promise<void> {
    const { store, clock, log } = this.#deps
    const now = clock.now()
    const setBackMs = this.#lastNow === undefined ? undefined : this.#lastNow - now
    if (setBackMs !== undefined && setBackMs < CLOCK_TOLERANCE_MS) {
      this.#lastNow = now
      return
    }
    const { count, aheadMs } = await followClock(store, now)
    // Only after it succeeded: a failed attempt is repeated.
    this.#lastNow = now
    const ms = setBackMs ?? aheadMs
    if (ms < CLOCK_TOLERANCE_MS) return
    this.#correction = { at: now, ms }
    log.warn({ ahead_ms: ms, schedules: count }, 'the clock was ahead, schedules follow the corrected clock')
  }

  #pollIn(ms: number): void {
    if (this.#isStopped) return
    this.#cancelTimer = this.#deps.scheduler.after(ms, () => {
      this.#polling = this.#poll()
    })
  }

  async #poll(): Promise<void> {
    const { store, engine, clock, log } = this.#deps
    let waitMs = POLL_INTERVAL_MS
    try {
      const { clockCorrection } = engine
      await this.#followClock()
      this.#correctionOfWaits = clockCorrection
      while (!this.#isStopped && (await this.#fireBatch()) === BATCH_SIZE);
      const next = await store.triggers.nextDue()
      if (next !== undefined) waitMs = Math.min(waitMs, Math.max(0, next - clock.now()))
    } catch (error) {
      log.error({ err: error }, 'schedule poll failed, retrying')
    }
    this.#pollIn(waitMs)
  }

  /** Returns how many triggers were due. */
  async #fireBatch(): Promise<number> {
    const { store, engine, clock } = this.#deps
    return store.write(async (tx) => {
      const now = clock.now()
      const triggers = await store.triggers.takeDue(tx, now, BATCH_SIZE)
      const dues = triggers.map((trigger) => this.#findDue(trigger, now))
      const runs = dues.flatMap((one) => one.runs.map((run) => ({ trigger: one.trigger, run })))
      const isNew = await store.triggers.recordRuns(tx, runs, now)
      const wanted = runs.filter((_, index) => isNew[index]).map((run) => toWanted(run, now))
      await engine.acceptAll(tx, wanted)
      await store.triggers.save(
        tx,
        dues.map(({ trigger }) => trigger),
      )
      return triggers.length
    })
  }

  /** The runs that are due, and the trigger with its next time. */
  #findDue(trigger: Trigger, now: number): { trigger: Trigger; runs: readonly number[] } {
    const read = readSchedule(trigger.data)
    if (!read.ok || trigger.nextRun === null) return { trigger: { ...trigger, fireAt: null }, runs: [] }
    const { schedule } = read
    const jitter = (run: number) => jitterOf(trigger.id, run, schedule.jitterMs)
    const { runs, next = null } = findDueRuns(schedule, trigger.nextRun, now, jitter)
    return {
      trigger: { ...trigger, nextRun: next, fireAt: next === null ? null : next + jitter(next) },
      runs,
    }
  }
}

function describeAmount(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.round(ms / 1_000)} seconds`
  return minutes < 90
    ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
    : `${Math.round(minutes / 60)} hours`
}

function toWanted({ trigger, run }: ScheduledRun, now: number): ExecutionRequest {
  return {
    account: trigger.accountId,
    workflowId: trigger.workflowId,
    trigger: 'schedule',
    triggerNodeId: trigger.nodeId,
    input: { scheduled_at: timestamp(run), fired_at: timestamp(now) },
  }
}
