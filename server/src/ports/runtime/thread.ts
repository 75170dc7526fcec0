/** The main thread of the process, which runs share with requests and everything else. */
export interface Thread {
  /** Milliseconds, with fractions, of a clock that never goes back. Only differences have a meaning. */
  now(): number
  /** Calls `callback` after the event loop has served what is waiting for it. */
  nextTurn(callback: () => void): void
  /** Calls `callback` when so much time has passed. */
  after(ms: number, callback: () => void): void
}
