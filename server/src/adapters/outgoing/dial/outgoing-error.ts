import type { OutgoingFailure, OutgoingFailureReason } from '#ports/index.ts'

/** Carries a failure through code that uses exceptions (connectors, sockets) to the client, which returns it as data. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly reason: OutgoingFailureReason
  /** False if no part of the request can have reached the peer. */
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

/** A description with the code of a system, TLS or library error, or its message if it has no code. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = (error as NodeJS.ErrnoException).code
  if (code === undefined) return error.message
  const description = descriptions.get(code)
  return description === undefined ? code : `${description} (${code})`
}

const descriptions = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'the other side reset the connection'],
  ['EHOSTUNREACH', 'no route to the host'],
  ['ENETUNREACH', 'no route to the network'],
  ['ETIMEDOUT', 'no response'],
  ['EPIPE', 'the other side closed the connection'],
  ['ENOTFOUND', 'the host name does not exist'],
  ['EAI_AGAIN', 'the name server did not respond'],
  ['UND_ERR_SOCKET', 'the other side closed the connection'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'a certificate in the chain is self-signed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate authority is not trusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the certificate authority is not trusted'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['CERT_NOT_YET_VALID', 'the certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another host name'],
  ['EPROTO', 'the other side does not support TLS on this port'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the other side does not support TLS on this port'],
])
