/** The current time, behind a port so that time-dependent code can be replayed. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}
