import { judgeAttempt } from '#domain/index.ts'
import type { ClaimedDelivery, Clock, HttpClient, Ids, AttemptOutcome, Vault } from '#ports/index.ts'
import { openSecrets } from './open-secrets.ts'
import { sendMessage } from './send-message.ts'

export interface AttemptDeps {
  readonly http: HttpClient
  readonly vault: Vault
  readonly clock: Clock
  readonly ids: Ids
}

const DAY_MS = 86_400_000
/** An endpoint to which every attempt failed for this long is disabled. */
const DISABLE_AFTER_MS = 5 * DAY_MS

/** Sends a delivery once and returns the outcome to store. Undefined if this process aborted the attempt: nothing is known then. */
export async function attemptDelivery(
  { http, vault, clock, ids }: AttemptDeps,
  claimed: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome | undefined> {
  const at = clock.now()
  const secrets = openSecrets(vault, claimed, at)
  const message = { id: claimed.id, url: claimed.url, body: claimed.body, secrets, at }
  const { result, error, request, response } = await sendMessage(http, message, signal)
  if (!result.ok && result.reason === 'aborted') return undefined
  const endedAt = clock.now()
  const answer = result.ok ? { status: result.status, retryAfter: result.headers['retry-after'] } : null
  const history = { attemptsBefore: claimed.attemptsBefore, failuresBefore: claimed.failures }
  const verdict = judgeAttempt(answer, history, endedAt, ids.random())
  return {
    claimed,
    attempt: {
      number: claimed.attempt,
      at,
      durationMs: Math.max(0, endedAt - at),
      responseStatus: answer?.status ?? null,
      error,
      request,
      response,
    },
    verdict:
      verdict.kind === 'delivered'
        ? verdict
        : {
            kind: 'failed',
            retryAt: verdict.retryAt,
            pausedUntil: verdict.pausedUntil,
            disable: verdict.isGone
              ? { kind: 'now' }
              : { kind: 'failing-since', before: endedAt - DISABLE_AFTER_MS },
          },
  }
}
