/** How often an engine looks after what it shares with others, in milliseconds. */
export interface Pace {
  /** It says that it lives, looks for those that do not, and learns what others did to its runs. */
  readonly beatMs: number
  /** Whoever said nothing for so long is believed dead, and its runs are taken over. */
  readonly silenceMs: number
  /** A ring can be lost: an execution that is due waits no longer than this for somebody to look. */
  readonly lookForWorkMs: number
  /** Others may have parked something, and clocks jump: the longest time without a look at what waits for its time. */
  readonly lookForDueMs: number
  /** The longest pause in which somebody who waits for a run of another process does not look for its end. */
  readonly lookForEndMs: number
}

/** Three beats missed: a dead process's runs are taken over after 12 to 16 s, and never later than the 20 s we promise. */
export const USUAL_PACE: Pace = {
  beatMs: 4_000,
  silenceMs: 12_000,
  lookForWorkMs: 1_000,
  lookForDueMs: 1_000,
  lookForEndMs: 500,
}

/** Nobody else parks executions: the next look is due when one of them is. */
export const PACE_ALONE: Pace = { ...USUAL_PACE, lookForDueMs: 60_000 }
