import type { DeliveryAttempt } from '#domain/index.ts'
import type { AttemptOutcome } from '#ports/index.ts'
import type { AttemptRow, EndpointRow } from '#test/simulation/memory/memory-database.ts'
import type { Violate } from './watched-run.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const DISABLED_AFTER_MS = 5 * 24 * HOUR
/** As documented: the delays after the first, second and each further failed attempt; the tenth is the last. */
const DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** Delays are up to a tenth longer at random. */
const JITTER = 0.1
/** The longest delay that a simulated receiver asks for (`Retry-After`). */
export const RETRY_AFTER_SECONDS = 30

/** A failed attempt is retried after the delay of the schedule; the last one and a 410 end the delivery. */
export function checkOutcome({ claimed, attempt, verdict }: AttemptOutcome, violate: Violate): void {
  const { responseStatus, at, durationMs } = attempt
  const isSuccess = responseStatus !== null && responseStatus >= 200 && responseStatus < 300
  if (isSuccess !== (verdict.kind === 'delivered'))
    violate('a delivery succeeds with a 2xx status', claimed.id)
  if (verdict.kind === 'delivered') return
  const delay = responseStatus === 410 ? undefined : DELAYS_MS[claimed.attemptsBefore]
  if (delay === undefined || verdict.retryAt === null) {
    if (delay !== undefined) violate('a delivery fails only after its last attempt', claimed.id)
    if (verdict.retryAt !== null) violate('a delivery has ten attempts at most', claimed.id)
    return
  }
  const actual = verdict.retryAt - (at + durationMs)
  const longest = Math.max(delay * (1 + JITTER) + 1, RETRY_AFTER_SECONDS * SECOND)
  // Without a duration, the clock may have been set back during the attempt.
  if ((durationMs > 0 && actual < delay) || actual > longest) {
    violate(
      'a retry follows the schedule',
      `${claimed.id} waits ${actual} ms after ${claimed.attemptsBefore + 1} attempts`,
    )
  }
}

/** Whether the endpoint has only failed for five days, by the times of the attempts that are recorded now. */
export function mayBeDisabled(
  { failingSince }: EndpointRow,
  recorded: readonly (AttemptRow | undefined)[],
): boolean {
  if (failingSince === null) return false
  return recorded.some((row) => {
    const { at, durationMs } = JSON.parse(row?.attempt ?? '{"at":0,"durationMs":0}') as DeliveryAttempt
    return at + durationMs - failingSince >= DISABLED_AFTER_MS
  })
}
