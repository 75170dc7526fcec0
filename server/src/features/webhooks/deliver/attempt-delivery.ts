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
/** A webhook that has only failed for so long is disabled. */
const DISABLED_AFTER_MS = 5 * DAY_MS

/** Sends a delivery once and tells what is to be noted. Undefined when it was broken off on our side: nothing is known. */
export async function tryDelivery(
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
  const history = { triesBefore: claimed.attemptsBefore, failuresBefore: claimed.failures }
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
              : { kind: 'failing-since', before: endedAt - DISABLED_AFTER_MS },
          },
  }
}
