import type { Scheduler } from '#ports/index.ts'

/** The time limit of one attempt. It stands still while the attempt waits for a slot of a shared pool. */
export class TimeLimit {
  readonly #now: () => number
  #leftMs: number
  #suspensions = 0
  /** Starts the timer for the time that is left; undefined before the start and after the end. */
  #startTimer: (() => void) | undefined
  #runningSince: number | undefined
  #cancelTimer: (() => void) | undefined

  constructor(ms: number, now: () => number) {
    this.#leftMs = ms
    this.#now = now
  }

  /** Calls `onExpired` once when the time is over. Returns a function that ends the limit. */
  start(scheduler: Pick<Scheduler, 'after'>, onExpired: () => void): () => void {
    this.#startTimer = () => {
      this.#runningSince = this.#now()
      this.#cancelTimer = scheduler.after(this.#leftMs, onExpired)
    }
    if (this.#suspensions === 0) this.#startTimer()
    return () => {
      this.#startTimer = undefined
      this.#stopTimer()
    }
  }

  /** Stops the time until the returned function is called, also before the start. Further calls of that do nothing. */
  suspend(): () => void {
    this.#suspensions += 1
    this.#stopTimer()
    let isSuspended = true
    return () => {
      if (!isSuspended) return
      isSuspended = false
      this.#suspensions -= 1
      if (this.#suspensions === 0) this.#startTimer?.()
    }
  }

  #stopTimer(): void {
    if (this.#runningSince === undefined) return
    this.#cancelTimer?.()
    this.#leftMs = Math.max(0, this.#leftMs - (this.#now() - this.#runningSince))
    this.#runningSince = undefined
  }
}
