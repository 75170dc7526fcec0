/** The time, so that what depends on it can be replayed. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}
