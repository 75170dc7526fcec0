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
}

/** What can only end the same way: our own rules decided it, not the network. */
const PERMANENT: ReadonlySet<OutgoingFailureReason> = new Set(['refused', 'redirect'])

/** The failure of a node whose call to the outside got no answer. */
export function explainFailure(reason: OutgoingFailureReason, message: string): NodeFailed {
  const failure = { ok: false, code: CODES[reason], message } as const
  return PERMANENT.has(reason) ? { ...failure, permanent: true } : failure
}
