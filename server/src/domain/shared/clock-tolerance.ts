/** A clock that is off by less is being adjusted, as time servers do all the time. */
export const CLOCK_TOLERANCE_MS = 5_000
