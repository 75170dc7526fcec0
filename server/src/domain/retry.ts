/** How a failed attempt of a node is tried again. */
export interface RetryPolicy {
  /** All attempts together, the first included. */
  readonly maxAttempts: number
  readonly initialMs: number
  readonly factor: number
  readonly maxMs: number
  /** Share of the delay that is left to chance, so that many failures do not come back in step: 0 to 1. */
  readonly jitter: number
}

export const NO_RETRY: RetryPolicy = {
  maxAttempts: 1,
  initialMs: 1_000,
  factor: 2,
  maxMs: 60_000,
  jitter: 0.2,
}

/**
 * Milliseconds until the next attempt after `attempt` failed; undefined when there is none. `chance` is between 0 and 1.
 */
export function decideRetry(policy: RetryPolicy, attempt: number, chance: number): number | undefined {
  if (attempt >= policy.maxAttempts) return undefined
  const grown = Math.min(policy.maxMs, policy.initialMs * policy.factor ** (attempt - 1))
  return Math.round(grown * (1 - policy.jitter * chance))
}
