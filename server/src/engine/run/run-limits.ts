/** What one execution may use. A run that exceeds a limit fails with a message that names it. */
export interface RunLimits {
  readonly steps: number
  /** The size of one output, in characters of JSON. */
  readonly stepSize: number
  /** The size of all outputs together. */
  readonly executionSize: number
  /** The size of the evaluated parameters of one step. */
  readonly parametersSize: number
  readonly attemptMs: number
  /** Time while parked does not count. */
  readonly activeMs: number
  /** Time for which it keeps the thread of its process busy; 0 means no limit. */
  readonly computingMs: number
  /** Steps of one execution that run concurrently. */
  readonly parallel: number
  /** Nesting depth of sub-workflows. */
  readonly depth: number
  /** Attempts of one step that were interrupted by the end of a process. */
  readonly interruptions: number
  /** Processes in a row that end, or lose their lease, before the execution has advanced; see `TakenOver`. */
  readonly takeovers: number
}

export const DEFAULT_LIMITS: RunLimits = {
  steps: 10_000,
  stepSize: 1024 * 1024,
  executionSize: 32 * 1024 * 1024,
  parametersSize: 32 * 1024 * 1024,
  attemptMs: 30_000,
  activeMs: 3_600_000,
  computingMs: 10_000,
  parallel: 16,
  depth: 10,
  interruptions: 100,
  takeovers: 8,
}
