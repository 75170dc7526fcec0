import type { ExecutionClaims, Log, Scheduler, WorkNotifier } from '#ports/index.ts'
import type { PollIntervals } from './poll-intervals.ts'

export interface ClaimsDeps {
  readonly claims: Pick<ExecutionClaims, 'claim'>
  readonly workNotifier: WorkNotifier
  readonly scheduler: Scheduler
  readonly log: Log
  readonly intervals: Pick<PollIntervals, 'workPollMs'>
  readonly owner: string
  enqueue(executionId: string): void
  /** How many more executions this process can take on right now. */
  capacity(): number
}

const BATCH = 100

/** Claims due executions that no process owns, as many as this process has capacity for. */
export class Claims {
  readonly #deps: ClaimsDeps
  #cancelTimer: (() => void) | undefined
  #polling: Promise<void> | undefined
  #again = false
  /** The last poll asked for less than a batch: there may be more to claim. */
  #isShort = false

  constructor(deps: ClaimsDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    this.#cancelTimer = this.#deps.scheduler.every(this.#deps.intervals.workPollMs, () => this.poll())
    await this.#deps.workNotifier.start(() => this.poll())
    this.poll()
  }

  async stop(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    await this.#deps.workNotifier.stop()
    await this.#polling
  }

  /** Claims what it can. While a poll runs, further calls together cause one more. */
  poll(): void {
    if (this.#cancelTimer === undefined) return
    this.#again = true
    this.#polling ??= this.#pollUntilEmpty().finally(() => {
      this.#polling = undefined
    })
  }

  /** Call it when a run leaves the process: with capacity for a batch again, what was left behind is claimed immediately. */
  pollIfShort(): void {
    if (this.#isShort && this.#deps.capacity() >= BATCH) this.poll()
  }

  async #pollUntilEmpty(): Promise<void> {
    const { claims, log, owner, enqueue, capacity } = this.#deps
    while (this.#again && this.#cancelTimer !== undefined) {
      this.#again = false
      const limit = Math.min(BATCH, capacity())
      this.#isShort = limit < BATCH
      if (limit <= 0) return
      try {
        const ids = await claims.claim(owner, limit)
        for (const id of ids) enqueue(id)
        if (ids.length === limit) this.#again = true
      } catch (error) {
        log.error({ err: error }, 'work poll failed, retrying')
      }
    }
  }
}
