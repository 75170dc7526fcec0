import type { Thread } from '#ports/index.ts'

/** A thread on which time passes only while something computes, as a test says. */
export class ManualThread implements Thread {
  /** What each look at the time costs. */
  msPerLook = 0
  #now = 0
  #onTurn: (() => void) | undefined

  now(): number {
    this.#now += this.msPerLook
    return this.#now
  }

  nextTurn(callback: () => void): void {
    setImmediate(() => {
      this.#onTurn?.()
      callback()
    })
  }

  /** The time passes while nothing computes. */
  after(ms: number, callback: () => void): void {
    setImmediate(() => {
      this.#now += ms
      callback()
    })
  }

  /** Whatever computes takes this long. */
  compute(ms: number): void {
    this.#now += ms
  }

  /** Calls back before each turn of the event loop that a run waits for. */
  onTurn(callback: () => void): void {
    this.#onTurn = callback
  }
}
