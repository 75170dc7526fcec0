import { type JsonValue, isJsonObject } from '../shared/json.ts'

/** How often and after which delay failed attempts are retried. */
export interface RetryPolicy {
  readonly maxAttempts: number
  readonly initialMs: number
  readonly factor: number
  readonly maxMs: number
  /** The random share of each delay, 0 to 1, so that attempts that failed together are not retried together. */
  readonly jitter: number
}

/** Applies to missing fields. */
const DEFAULTS: RetryPolicy = { maxAttempts: 3, initialMs: 1_000, factor: 2, maxMs: 300_000, jitter: 0.2 }

const BOUNDS = {
  max_attempts: { from: 1, to: 100, whole: true },
  initial_ms: { from: 0, to: 86_400_000, whole: false },
  factor: { from: 1, to: 100, whole: false },
  max_ms: { from: 0, to: 86_400_000, whole: false },
} as const

/** Undefined if attempts are not retried, or if the policy is not an object. Problems are passed to `report`. */
export function readRetry(
  raw: JsonValue | undefined,
  report: (message: string, parameter: string) => void,
): RetryPolicy | undefined {
  if (raw === undefined || raw === null || raw === false) return undefined
  if (!isJsonObject(raw)) {
    report('must be an object such as {"max_attempts": 3, "initial_ms": 1000}', 'retry')
    return undefined
  }
  const read = (name: keyof typeof BOUNDS, fallback: number): number => {
    const value = raw[name] ?? fallback
    const { from, to, whole } = BOUNDS[name]
    if (typeof value === 'number' && value >= from && value <= to && (!whole || Number.isInteger(value)))
      return value
    report(`must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}`, `retry.${name}`)
    return fallback
  }
  return {
    maxAttempts: read('max_attempts', DEFAULTS.maxAttempts),
    initialMs: read('initial_ms', DEFAULTS.initialMs),
    factor: read('factor', DEFAULTS.factor),
    maxMs: read('max_ms', DEFAULTS.maxMs),
    jitter: readJitter(raw['jitter'], report),
  }
}

/** True, false, or the random share of the delay. */
function readJitter(
  raw: JsonValue | undefined,
  report: (message: string, parameter: string) => void,
): number {
  if (raw === undefined || raw === null || raw === true) return DEFAULTS.jitter
  if (raw === false) return 0
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return raw
  report('must be true, false, or a number from 0 to 1', 'retry.jitter')
  return 0
}

/** The delay after the failed attempt with this number, in milliseconds. `chance` is uniformly distributed from 0 to 1. */
export function pauseAfter(policy: RetryPolicy, attempt: number, chance: number): number {
  const delay = Math.min(policy.maxMs, policy.initialMs * policy.factor ** (attempt - 1))
  return Math.round(delay * (1 - policy.jitter * chance))
}
