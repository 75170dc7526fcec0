/** Timers, so that what depends on them can be replayed. Nothing durable hangs on them: that is rows. */
export interface Scheduler {
  /** Calls back once after `ms`; the returned function calls it off. */
  after(ms: number, callback: () => void): () => void
  /** Calls back every `ms` until called off. */
  every(ms: number, callback: () => void): () => void
}
