import type { OutgoingFailure, OutgoingFailureReason } from '#ports/index.ts'

/** Carries a failure through code that only knows exceptions (connectors, sockets) to the edge, where it is data. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly reason: OutgoingFailureReason
  /** False when nothing of the request can have reached the peer. */
  readonly sent: boolean

  constructor(
    reason: OutgoingFailureReason,
    message: string,
    options: { readonly sent?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.reason = reason
    this.sent = options.sent ?? false
  }

  toFailure(): OutgoingFailure {
    return { ok: false, reason: this.reason, message: this.message, sent: this.sent }
  }
}

/** The short code of a system, TLS or library error, or its message where it has none. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = (error as NodeJS.ErrnoException).code
  if (code === undefined) return error.message
  const words = wordsOfCode.get(code)
  return words === undefined ? code : `${words} (${code})`
}

const wordsOfCode = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ECONNRESET', 'the other side broke the connection off'],
  ['EHOSTUNREACH', 'no route to that host'],
  ['ENETUNREACH', 'no route to that network'],
  ['ETIMEDOUT', 'no answer'],
  ['EPIPE', 'the other side closed the connection'],
  ['ENOTFOUND', 'no such name'],
  ['EAI_AGAIN', 'the name server gave no answer'],
  ['UND_ERR_SOCKET', 'the other side closed the connection'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'a certificate in the chain is self-signed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate was issued by an authority that is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the certificate was issued by an authority that is not trusted'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['CERT_NOT_YET_VALID', 'the certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another name'],
  ['EPROTO', 'the other side does not speak TLS here'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the other side does not speak TLS here'],
])
