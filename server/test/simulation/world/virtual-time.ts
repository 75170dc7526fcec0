export interface TimerEntry {
  readonly at: number
  readonly order: number
  run: (() => void) | undefined
}

/** Time that advances to the next timer when nothing else can happen. */
export class VirtualTime {
  now = Date.UTC(2026, 0, 31, 12)
  readonly #heap: TimerEntry[] = []
  #order = 0
  #skippedMs = 0

  /** Calls `run` once, `ms` from now. Setting the entry's `run` to undefined cancels the timer. */
  after(ms: number, run: () => void): TimerEntry {
    this.#order += 1
    const entry = { at: this.now + ms, order: this.#order, run }
    this.#heap.push(entry)
    this.#rise(this.#heap.length - 1)
    return entry
  }

  /** Runs the next timer. False if there is none. */
  step(): boolean {
    const [first] = this.#heap
    if (first === undefined) return false
    const last = this.#heap.pop()
    if (last !== undefined && last !== first) {
      this.#heap[0] = last
      this.#sink(0)
    }
    this.now = Math.max(this.now, first.at)
    first.run?.()
    return true
  }

  /** Advances the time without running timers: those that were due in between run late. */
  skipTo(at: number): void {
    this.#skippedMs += Math.max(0, at - this.now)
    this.now = Math.max(this.now, at)
  }

  /** The time without the skipped parts, to measure durations. */
  get passedMs(): number {
    return this.now - this.#skippedMs
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      let least = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isBefore(child, least)) least = child
      }
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one] as TimerEntry, this.#heap[other] as TimerEntry]
    return a.at === b.at ? a.order < b.order : a.at < b.at
  }

  #swap(one: number, other: number): void {
    const entry = this.#heap[one] as TimerEntry
    this.#heap[one] = this.#heap[other] as TimerEntry
    this.#heap[other] = entry
  }
}
