import type { Clock } from '#ports/index.ts'

/** A clock that stands still until it is moved. */
export class SettableClock implements Clock {
  #at: number

  constructor(at: string) {
    this.#at = Date.parse(at)
  }

  now(): number {
    return this.#at
  }

  iso(): string {
    return new Date(this.#at).toISOString()
  }

  set(at: string): void {
    this.#at = Date.parse(at)
  }

  advance(ms: number): void {
    this.#at += ms
  }
}
