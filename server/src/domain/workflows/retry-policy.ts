import { type JsonValue, isJsonObject } from '../shared/json.ts'

/** How often, and how soon, a failed attempt is repeated. */
export interface RetryPolicy {
  readonly maxAttempts: number
  readonly initialMs: number
  readonly factor: number
  readonly maxMs: number
  /** The part of each pause that is left to chance, 0 to 1, so that many failed at once do not return at once. */
  readonly jitter: number
}

/** Of what is not said. */
const USUAL: RetryPolicy = { maxAttempts: 3, initialMs: 1_000, factor: 2, maxMs: 300_000, jitter: 0.2 }

const BOUNDS = {
  max_attempts: { from: 1, to: 100, whole: true },
  initial_ms: { from: 0, to: 86_400_000, whole: false },
  factor: { from: 1, to: 100, whole: false },
  max_ms: { from: 0, to: 86_400_000, whole: false },
} as const

/** Undefined when no attempt is repeated, or when something is wrong with it, which `complain` is told. */
export function readRetry(
  raw: JsonValue | undefined,
  complain: (message: string, parameter: string) => void,
): RetryPolicy | undefined {
  if (raw === undefined || raw === null || raw === false) return undefined
  if (!isJsonObject(raw)) {
    complain('must be an object such as {"max_attempts": 3, "initial_ms": 1000}', 'retry')
    return undefined
  }
  const read = (name: keyof typeof BOUNDS, usual: number): number => {
    const value = raw[name] ?? usual
    const { from, to, whole } = BOUNDS[name]
    if (typeof value === 'number' && value >= from && value <= to && (!whole || Number.isInteger(value)))
      return value
    complain(`must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}`, `retry.${name}`)
    return usual
  }
  return {
    maxAttempts: read('max_attempts', USUAL.maxAttempts),
    initialMs: read('initial_ms', USUAL.initialMs),
    factor: read('factor', USUAL.factor),
    maxMs: read('max_ms', USUAL.maxMs),
    jitter: readJitter(raw['jitter'], complain),
  }
}

/** Yes, no, or the part that is left to chance. */
function readJitter(
  raw: JsonValue | undefined,
  complain: (message: string, parameter: string) => void,
): number {
  if (raw === undefined || raw === null || raw === true) return USUAL.jitter
  if (raw === false) return 0
  if (typeof raw === 'number' && raw >= 0 && raw <= 1) return raw
  complain('must be true, false, or a number from 0 to 1', 'retry.jitter')
  return 0
}

/** The pause after the failed attempt with this number, in milliseconds. `chance` is evenly spread from 0 to 1. */
export function pauseAfter(policy: RetryPolicy, attempt: number, chance: number): number {
  const full = Math.min(policy.maxMs, policy.initialMs * policy.factor ** (attempt - 1))
  return Math.round(full * (1 - policy.jitter * chance))
}
