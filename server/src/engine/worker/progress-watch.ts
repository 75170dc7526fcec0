import type { Scheduler } from '#ports/index.ts'

/** Lets callers wait until something happens to an execution. Only a hint: the store has the truth. */
export class ProgressWatch<News = never> {
  readonly #scheduler: Scheduler
  readonly #waiting = new Map<string, Set<(news?: News) => void>>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** True once `releaseAll` was called: the process is stopping, and nobody waits any more. */
  isReleased = false

  /** Number of executions that callers wait for. */
  get count(): number {
    return this.#waiting.size
  }

  notify(executionId: string, news?: News): void {
    const waiting = this.#waiting.get(executionId)
    if (waiting !== undefined) for (const finish of Array.from(waiting)) finish(news)
  }

  /** Ends all waiting because the process is stopping. Callers can ask another process. */
  releaseAll(): void {
    this.isReleased = true
    for (const callbacks of Array.from(this.#waiting.values()))
      for (const finish of Array.from(callbacks)) finish()
  }

  /** Resolves with the news of the notification; undefined if there was none, or without news. */
  wait(executionId: string, ms: number, signal: AbortSignal): Promise<News | undefined> {
    if (signal.aborted || this.isReleased) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const callbacks = this.#waiting.get(executionId) ?? new Set()
      const stop = () => finish()
      const finish = (news?: News) => {
        stopTimer()
        signal.removeEventListener('abort', stop)
        callbacks.delete(finish)
        // An execution may end in another process, which never notifies this one.
        if (callbacks.size === 0) this.#waiting.delete(executionId)
        resolve(news)
      }
      const stopTimer = this.#scheduler.after(ms, stop)
      signal.addEventListener('abort', stop)
      callbacks.add(finish)
      this.#waiting.set(executionId, callbacks)
    })
  }
}
