import type { Scheduler } from '#ports/index.ts'

/** Lets callers wait until something happens to an execution. Only a hint: what is true stands in the store. */
export class ProgressWatch {
  readonly #scheduler: Scheduler
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** Everybody was sent away: the process stops. */
  isReleased = false

  /** Executions somebody waits for. */
  get count(): number {
    return this.#waiting.size
  }

  notify(executionId: string): void {
    const waiting = this.#waiting.get(executionId)
    if (waiting !== undefined) for (const finish of Array.from(waiting)) finish()
  }

  /** Sends all who wait away: the process stops, and they can ask again elsewhere. */
  releaseAll(): void {
    this.isReleased = true
    for (const callbacks of Array.from(this.#waiting.values()))
      for (const finish of Array.from(callbacks)) finish()
  }

  wait(executionId: string, ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.isReleased) return Promise.resolve()
    return new Promise((resolve) => {
      const callbacks = this.#waiting.get(executionId) ?? new Set()
      const finish = () => {
        stopTimer()
        signal.removeEventListener('abort', finish)
        callbacks.delete(finish)
        // An execution may end in another process: then nobody ever notifies of it here.
        if (callbacks.size === 0) this.#waiting.delete(executionId)
        resolve()
      }
      const stopTimer = this.#scheduler.after(ms, finish)
      signal.addEventListener('abort', finish)
      callbacks.add(finish)
      this.#waiting.set(executionId, callbacks)
    })
  }
}
