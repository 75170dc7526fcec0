/** Why an outgoing call gave no answer. The words are stored with steps and deliveries: add, never rename. */
export type OutgoingFailureReason =
  /** The address, scheme or form of the URL is not allowed to be reached. */
  | 'refused'
  /** The name did not resolve. */
  | 'dns'
  /** No connection could be made. */
  | 'connect'
  /** The TLS handshake failed or the certificate was not accepted. */
  | 'tls'
  /** The deadline passed before the last byte arrived. */
  | 'timeout'
  /** The caller's signal fired. */
  | 'aborted'
  /** The peer broke off, or sent something that is not HTTP. */
  | 'protocol'
  /** A redirect could not be followed: too many, a loop, https to http, an unreadable target. */
  | 'redirect'

/** A call without an answer, as data. `message` is for people and holds no secret the client was told of. */
export interface OutgoingFailure {
  readonly ok: false
  readonly reason: OutgoingFailureReason
  readonly message: string
  /**
   * False when it is certain that the peer never saw a request: nothing was connected. True means "unknown":
   * the effect may have happened.
   */
  readonly sent: boolean
}

export interface HttpRequest {
  readonly method: string
  /** Absolute, http or https, without user info. */
  readonly url: string
  /** Names are case-insensitive. `host`, `content-length` and connection-level names are set by the client. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Names of headers that carry a secret. They are dropped, with `authorization` and `cookie`, when a redirect
   * leads to another origin, and stay dropped for the rest of the chain.
   */
  readonly secretHeaders?: readonly string[]
  readonly body?: string | Uint8Array
  /** Wall clock for the whole attempt: resolving, connecting, redirects and the last byte of the body. */
  readonly deadlineMs: number
  /** Bytes of the body that are kept; the rest is cut off and not read. 64 KiB by default, at most 32 MiB. */
  readonly maxResponseBytes?: number
  /** Redirects to follow: 0 (default: a 3xx is the answer) to 5. */
  readonly redirects?: number
  /**
   * Asked before a redirect is followed. A text ends the sentence "The redirect from <host> to <host> was not followed: "; the
   * call then fails as `redirect`, and nothing is sent there.
   */
  readonly refuseRedirect?: (target: URL) => string | undefined
  readonly signal?: AbortSignal
}

export interface HttpAnswer {
  readonly ok: true
  readonly status: number
  /** Names in lower case; repeated headers are joined with a comma and a space. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as they came over the wire: a content encoding is never undone. */
  readonly body: Uint8Array
  /** The body was longer than `maxResponseBytes`. */
  readonly truncated: boolean
  /** The address that answered, after redirects. */
  readonly url: string
}

export type HttpResult = HttpAnswer | OutgoingFailure

/**
 * The only way to speak HTTP to the world. Every implementation refuses addresses that the egress policy does not
 * allow, for every hop, whatever the spelling of the host.
 *
 * `send` never rejects because of the peer, the network or the URL; it rejects only on a programmer's mistake
 * (a limit out of range).
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResult>
}
