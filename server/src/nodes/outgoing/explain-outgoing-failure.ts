import type { NodeFailed, OutgoingFailureReason } from '#ports/index.ts'

const CODES: Readonly<Record<OutgoingFailureReason, string>> = {
  refused: 'REQUEST_REFUSED',
  redirect: 'REDIRECT_FAILED',
  dns: 'CONNECTION_FAILED',
  connect: 'CONNECTION_FAILED',
  tls: 'CONNECTION_FAILED',
  protocol: 'CONNECTION_FAILED',
  timeout: 'TIMED_OUT',
  aborted: 'CANCELLED',
  busy: 'HOST_BUSY',
}

/** An attempt soon after would most likely find the queue as full as it was. */
const BUSY_RETRY_MS = 5_000

/** Failures that a retry cannot fix, because our own rules caused them and not the network. */
const PERMANENT: ReadonlySet<OutgoingFailureReason> = new Set(['refused', 'redirect'])

/** The failure of a node whose outgoing request got no response. */
export function explainOutgoingFailure(reason: OutgoingFailureReason, message: string): NodeFailed {
  const failure = { ok: false, code: CODES[reason], message } as const
  if (reason === 'busy') return { ...failure, retryAfterMs: BUSY_RETRY_MS }
  return PERMANENT.has(reason) ? { ...failure, permanent: true } : failure
}
