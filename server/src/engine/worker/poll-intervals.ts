/** How often an engine looks after what it shares with others, in milliseconds. */
export interface PollIntervals {
  /** It says that it lives, looks for those that do not, and learns what others did to its runs. */
  readonly heartbeatMs: number
  /** Whoever said nothing for so long is believed dead, and its runs are taken over. */
  readonly leaseTimeoutMs: number
  /** A ring can be lost: an execution that is due waits no longer than this for somebody to look. */
  readonly workPollMs: number
  /** Others may have parked something, and clocks jump: the longest time without a look at what waits for its time. */
  readonly timerPollMs: number
  /** The longest pause in which somebody who waits for a run of another process does not look for its end. */
  readonly endPollMs: number
}

/** Three beats missed: a dead process's runs are taken over after 12 to 16 s, and never later than the 20 s we promise. */
export const DEFAULT_INTERVALS: PollIntervals = {
  heartbeatMs: 4_000,
  leaseTimeoutMs: 12_000,
  workPollMs: 1_000,
  timerPollMs: 1_000,
  endPollMs: 500,
}

/** Nobody else parks executions: the next look is due when one of them is. */
export const SINGLE_PROCESS_INTERVALS: PollIntervals = { ...DEFAULT_INTERVALS, timerPollMs: 60_000 }
