import { findDueRuns, type Trigger } from '#domain/index.ts'
import type { Engine, ExecutionRequest } from '#engine/index.ts'
import { readSchedule } from '#nodes/index.ts'
import type { Clock, Log, ScheduledRun, Scheduler, Store } from '#ports/index.ts'
import { timestamp } from '../shared/timestamps.ts'
import { jitterOf } from './jitter.ts'

export interface SchedulesDeps {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
}

/** A workflow that was just published, here or elsewhere, waits no longer than this to be seen. */
const LOOK_EVERY_MS = 1_000
/** Triggers per transaction: others want to write too. */
const BATCH = 100

/**
 * Starts the runs of schedules. The note that a time has its run, the run itself and the time that follows are one
 * transaction: each time has exactly one run, whichever process looks, and wherever one of them ends.
 */
export class Schedules {
  readonly #parts: SchedulesDeps
  #cancelTimer: (() => void) | undefined
  #looking: Promise<void> = Promise.resolve()
  #isStopped = true

  constructor(parts: SchedulesDeps) {
    this.#parts = parts
  }

  start(): void {
    this.#isStopped = false
    this.#lookIn(0)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    await this.#looking
  }

  #lookIn(ms: number): void {
    if (this.#isStopped) return
    this.#cancelTimer = this.#parts.scheduler.after(ms, () => {
      this.#looking = this.#look()
    })
  }

  async #look(): Promise<void> {
    const { store, clock, log } = this.#parts
    let pause = LOOK_EVERY_MS
    try {
      while (!this.#isStopped && (await this.#fireBatch()) === BATCH);
      const next = await store.triggers.nextDue()
      if (next !== undefined) pause = Math.min(pause, Math.max(0, next - clock.now()))
    } catch (error) {
      log.error({ err: error }, 'the look for schedules that are due failed; it is repeated')
    }
    this.#lookIn(pause)
  }

  /** Tells how many triggers were due. */
  async #fireBatch(): Promise<number> {
    const { store, engine, clock } = this.#parts
    return store.write(async (tx) => {
      const now = clock.now()
      const triggers = await store.triggers.takeDue(tx, now, BATCH)
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

  /** What is to run now, and the trigger with the time that follows. */
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

function toWanted({ trigger, run }: ScheduledRun, now: number): ExecutionRequest {
  return {
    account: trigger.accountId,
    workflowId: trigger.workflowId,
    triggerNodeId: trigger.nodeId,
    input: { scheduled_at: timestamp(run), fired_at: timestamp(now) },
  }
}
