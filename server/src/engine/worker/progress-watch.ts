import type { Scheduler } from '#ports/index.ts'

/** Lets callers wait until something happens to an execution. Only a hint: the store has the truth. */
export class ProgressWatch {
  readonly #scheduler: Scheduler
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** True once `releaseAll` was called: the process is stopping, and nobody waits any more. */
  isReleased = false

  /** Number of executions that callers wait for. */
  get count(): number {
    return this.#waiting.size
  }

  notify(executionId: string): void {
    const waiting = this.#waiting.get(executionId)
    if (waiting !== undefined) for (const finish of Array.from(waiting)) finish()
  }

  /** Ends all waiting because the process is stopping. Callers can ask another process. */
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
        // An execution may end in another process, which never notifies this one.
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
