export interface Appointment {
  readonly at: number
  readonly order: number
  run: (() => void) | undefined
}

/** Time that passes when nothing else can happen: what comes next is the earliest appointment. */
export class VirtualTime {
  now = Date.UTC(2026, 0, 31, 12)
  readonly #heap: Appointment[] = []
  #order = 0
  #skippedMs = 0

  /** `run` is called once, `ms` from now; the appointment can be called off by taking its `run` away. */
  after(ms: number, run: () => void): Appointment {
    this.#order += 1
    const appointment = { at: this.now + ms, order: this.#order, run }
    this.#heap.push(appointment)
    this.#rise(this.#heap.length - 1)
    return appointment
  }

  /** Lets the next thing happen. False: nothing is left to happen. */
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

  /** Nothing happens until then: what was due meanwhile is late. */
  skipTo(at: number): void {
    this.#skippedMs += Math.max(0, at - this.now)
    this.now = Math.max(this.now, at)
  }

  /** Time in which things could happen, to tell how long something took. */
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
    const [a, b] = [this.#heap[one] as Appointment, this.#heap[other] as Appointment]
    return a.at === b.at ? a.order < b.order : a.at < b.at
  }

  #swap(one: number, other: number): void {
    const kept = this.#heap[one] as Appointment
    this.#heap[one] = this.#heap[other] as Appointment
    this.#heap[other] = kept
  }
}
