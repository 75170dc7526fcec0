import type { Doorbell, ExecutionClaims, Log, Scheduler } from '#ports/index.ts'
import type { Pace } from './poll-intervals.ts'

export interface ClaimsParts {
  readonly claims: Pick<ExecutionClaims, 'claim'>
  readonly doorbell: Doorbell
  readonly scheduler: Scheduler
  readonly log: Log
  readonly pace: Pick<Pace, 'lookForWorkMs'>
  readonly owner: string
  wake(executionId: string): void
  /** How many executions this process can take on right now. */
  room(): number
}

const BATCH = 100

/** Takes on executions that are due and nobody's, as many as there is room for. */
export class Claims {
  readonly #parts: ClaimsParts
  #callOff: (() => void) | undefined
  #looking: Promise<void> | undefined
  #again = false
  /** There was no room for all that may have been there. */
  #isShort = false

  constructor(parts: ClaimsParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#callOff = this.#parts.scheduler.every(this.#parts.pace.lookForWorkMs, () => this.look())
    await this.#parts.doorbell.start(() => this.look())
    this.look()
  }

  async stop(): Promise<void> {
    this.#callOff?.()
    this.#callOff = undefined
    await this.#parts.doorbell.stop()
    await this.#looking
  }

  look(): void {
    if (this.#callOff === undefined) return
    this.#again = true
    this.#looking ??= this.#lookAll().finally(() => {
      this.#looking = undefined
    })
  }

  /** A run has left. With room for a batch again, what was left out is looked for at once. */
  lookIfShort(): void {
    if (this.#isShort && this.#parts.room() >= BATCH) this.look()
  }

  async #lookAll(): Promise<void> {
    const { claims, log, owner, wake, room } = this.#parts
    while (this.#again && this.#callOff !== undefined) {
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
