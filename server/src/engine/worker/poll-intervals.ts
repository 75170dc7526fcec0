/** How often an engine checks what it shares with other processes, in milliseconds. */
export interface PollIntervals {
  /** Between two heartbeats; each also looks for processes without one, and for what others did to runs of this process. */
  readonly heartbeatMs: number
  /** The lease of a process expires this long after its last heartbeat: then others take over its runs. */
  readonly leaseTimeoutMs: number
  /** A notification can be lost: the longest time an unowned execution waits for a process to claim it. */
  readonly workPollMs: number
  /** Other processes park executions, and clocks jump: the longest time between two polls for due timers. */
  readonly timerPollMs: number
  /** The longest time between two polls for the end of an execution that another process runs. */
  readonly endPollMs: number
}

/** After three missed heartbeats: a dead process's runs are taken over after 12 to 16 s, and never later than the promised 20 s. */
export const DEFAULT_INTERVALS: PollIntervals = {
  heartbeatMs: 4_000,
  leaseTimeoutMs: 12_000,
  workPollMs: 1_000,
  timerPollMs: 1_000,
  endPollMs: 500,
}

/** No other process parks executions: the next poll for timers is due when one of them is. */
export const SINGLE_PROCESS_INTERVALS: PollIntervals = { ...DEFAULT_INTERVALS, timerPollMs: 60_000 }
