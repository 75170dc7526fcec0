import type { WorkNotifier, ExecutionClaims, Log, Scheduler } from '#ports/index.ts'
import type { PollIntervals } from './poll-intervals.ts'

export interface ClaimsDeps {
  readonly claims: Pick<ExecutionClaims, 'claim'>
  readonly workNotifier: WorkNotifier
  readonly scheduler: Scheduler
  readonly log: Log
  readonly intervals: Pick<PollIntervals, 'workPollMs'>
  readonly owner: string
  wake(executionId: string): void
  /** How many executions this process can take on right now. */
  room(): number
}

const BATCH = 100

/** Takes on executions that are due and nobody's, as many as there is room for. */
export class Claims {
  readonly #deps: ClaimsDeps
  #cancelTimer: (() => void) | undefined
  #looking: Promise<void> | undefined
  #again = false
  /** There was no room for all that may have been there. */
  #isShort = false

  constructor(deps: ClaimsDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    this.#cancelTimer = this.#deps.scheduler.every(this.#deps.intervals.workPollMs, () => this.look())
    await this.#deps.workNotifier.start(() => this.look())
    this.look()
  }

  async stop(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    await this.#deps.workNotifier.stop()
    await this.#looking
  }

  look(): void {
    if (this.#cancelTimer === undefined) return
    this.#again = true
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined
    })
  }

  /** A run has left. With room for a batch again, what was left out is looked for at once. */
  lookIfShort(): void {
    if (this.#isShort && this.#deps.room() >= BATCH) this.look()
  }

  async #lookAll(): Promise<void> {
    const { claims, log, owner, wake, room } = this.#deps
    while (this.#again && this.#cancelTimer !== undefined) {
      this.#again = false
      const limit = Math.min(BATCH, room())
      this.#isShort = limit < BATCH
      if (limit <= 0) return
      try {
        const ids = await claims.claim(owner, limit)
        for (const id of ids) wake(id)
        if (ids.length === limit) this.#again = true
      } catch (error) {
        log.error({ err: error }, 'the look for executions nobody runs failed; it is repeated')
      }
    }
  }
}
