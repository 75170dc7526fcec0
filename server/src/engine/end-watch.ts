import type { Scheduler } from '#ports/scheduler.ts'

/** Lets callers wait for the end of an execution. Only a hint: what is true stands in the store. */
export class EndWatch {
  readonly #scheduler: Scheduler
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  notify(executionId: string): void {
    const callbacks = this.#waiting.get(executionId)
    if (callbacks === undefined) return
    this.#waiting.delete(executionId)
    for (const callback of callbacks) callback()
  }

  wait(executionId: string, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const callbacks = this.#waiting.get(executionId) ?? new Set()
      const stopTimer = this.#scheduler.after(ms, finish)
      const finished = finish
      function finish(): void {
        stopTimer()
        signal.removeEventListener('abort', finished)
        callbacks.delete(finished)
        resolve()
      }
      callbacks.add(finished)
      this.#waiting.set(executionId, callbacks)
      signal.addEventListener('abort', finished)
    })
  }
}
