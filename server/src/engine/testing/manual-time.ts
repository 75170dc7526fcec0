import type { Clock, Scheduler } from '#ports/index.ts'

interface Timer {
  at: number
  readonly every: number | undefined
  callback(): void
}

/** Time that passes when a test says so. */
export class ManualTime implements Clock, Scheduler {
  #now = Date.UTC(2026, 0, 31, 12)
  readonly #timers = new Set<Timer>()

  now(): number {
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    return this.#add({ at: this.#now + ms, every: undefined, callback })
  }

  every(ms: number, callback: () => void): () => void {
    return this.#add({ at: this.#now + ms, every: ms, callback })
  }

  get waiting(): number {
    return this.#timers.size
  }

  /** Lets time pass; calls back what comes due on the way, in order. */
  pass(ms: number): void {
    const end = this.#now + ms
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = next.at
      if (next.every === undefined) this.#timers.delete(next)
      else next.at += next.every
      next.callback()
    }
    this.#now = end
  }

  /** As when a machine slept: what came due meanwhile is called back once, however often it would have been. */
  sleep(ms: number): void {
    this.#now += ms
    const due = [...this.#timers].filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at)
    for (const timer of due) {
      if (timer.every === undefined) this.#timers.delete(timer)
      else timer.at = this.#now + timer.every
      timer.callback()
    }
  }

  /** As when somebody corrects a clock: nothing comes due by it. */
  setBack(ms: number): void {
    this.#now -= ms
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
  }

  #add(timer: Timer): () => void {
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }
}
