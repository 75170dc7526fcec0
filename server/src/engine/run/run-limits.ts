/** What one execution may use. Beyond it the run fails, and says so. */
export interface RunLimits {
  readonly steps: number
  /** Characters of the JSON text of one output. */
  readonly stepSize: number
  /** Of all outputs together. */
  readonly executionSize: number
  readonly attemptMs: number
  /** Time parked does not count. */
  readonly activeMs: number
  /** Steps of one execution that run side by side. */
  readonly parallel: number
  /** Sub-workflows below one another. */
  readonly depth: number
  /** Attempts of one step that were cut off by the end of a process. */
  readonly cutOffs: number
}

export const DEFAULT_LIMITS: RunLimits = {
  steps: 10_000,
  stepSize: 1024 * 1024,
  executionSize: 32 * 1024 * 1024,
  attemptMs: 30_000,
  activeMs: 3_600_000,
  parallel: 16,
  depth: 10,
  cutOffs: 100,
}
