import type { Doorbell } from '#ports/doorbell.ts'
import type { ExecutionStore } from '#ports/execution-store.ts'
import type { Log } from '#ports/log.ts'
import type { Scheduler } from '#ports/scheduler.ts'

export interface ClaimsParts {
  readonly executions: Pick<ExecutionStore, 'claim'>
  readonly doorbell: Doorbell
  readonly scheduler: Scheduler
  readonly log: Log
  readonly owner: string
  wake(executionId: string): void
  /** How many executions this process can take on right now. */
  capacity(): number
}

/** A ring can be lost: an execution that is due waits no longer than this for somebody to look. */
const LOOK_EVERY_MS = 1_000
const BATCH = 100

/** Takes on executions that are due and nobody's, as many as there is room for. */
export class Claims {
  readonly #parts: ClaimsParts
  #callOff: (() => void) | undefined
  #looking: Promise<void> | undefined
  #again = false

  constructor(parts: ClaimsParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#callOff = this.#parts.scheduler.every(LOOK_EVERY_MS, () => this.look())
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

  async #lookAll(): Promise<void> {
    const { executions, log, owner, wake, capacity } = this.#parts
    while (this.#again && this.#callOff !== undefined) {
      this.#again = false
      const limit = Math.min(BATCH, capacity())
      if (limit <= 0) return
      try {
        const ids = await executions.claim(owner, limit)
        for (const id of ids) wake(id)
        if (ids.length === limit) this.#again = true
      } catch (error) {
        log.error({ err: error }, 'the look for executions nobody runs failed; it is repeated')
      }
    }
  }
}
