/** In-memory timers, behind a port so that code that uses them can be replayed. Durable timers are rows in the store. */
export interface Scheduler {
  /** Calls `callback` once after `ms`. The returned function cancels the timer. */
  after(ms: number, callback: () => void): () => void
  /** Calls `callback` every `ms`. The returned function cancels the timer. */
  every(ms: number, callback: () => void): () => void
}
