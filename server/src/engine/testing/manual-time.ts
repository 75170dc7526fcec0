import type { Clock, Scheduler } from '#ports/index.ts'

interface Timer {
  at: number
  readonly every: number | undefined
  callback(): void
}

/** A clock and scheduler that stand still until a test advances them. */
export class ManualTime implements Clock, Scheduler {
  #now = Date.UTC(2026, 0, 31, 12)
  readonly #timers = new Set<Timer>()

  now(): number {
    return this.#now
  }

  /** A timer that is due at once is called in the next turn, as by a real clock: the test might not advance the time again. */
  after(ms: number, callback: () => void): () => void {
    const timer: Timer = { at: this.#now + ms, every: undefined, callback }
    if (ms <= 0) {
      setImmediate(() => {
        if (this.#timers.delete(timer)) callback()
      })
    }
    return this.#add(timer)
  }

  every(ms: number, callback: () => void): () => void {
    return this.#add({ at: this.#now + ms, every: ms, callback })
  }

  get pendingTimers(): number {
    return this.#timers.size
  }

  /** Advances the time and calls every timer that becomes due, in order and at its own time. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = next.at
      if (next.every === undefined) this.#timers.delete(next)
      else next.at += next.every
      next.callback()
    }
    this.#now = end
  }

  /** Jumps ahead like a machine that was suspended: each due timer is called once, a repeating one too. */
  suspend(ms: number): void {
    this.#now += ms
    const due = [...this.#timers].filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at)
    for (const timer of due) {
      if (timer.every === undefined) this.#timers.delete(timer)
      else timer.at = this.#now + timer.every
      timer.callback()
    }
  }

  /** Moves the clock like a correction of the system time. Timers measure what elapses, so they move along. */
  moveClock(ms: number): void {
    this.#now += ms
    for (const timer of this.#timers) timer.at += ms
  }

  /** Sets the clock back like a correction of the system time. Timers do not move. */
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
