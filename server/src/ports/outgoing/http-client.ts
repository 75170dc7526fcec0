import type { AccountId } from '#domain/index.ts'

/** Why an outgoing call received no response. These values are stored with steps and deliveries: add new ones, never rename. */
export type OutgoingFailureReason =
  /** The egress policy does not allow the address, the scheme or the form of the URL. */
  | 'refused'
  /** The host name did not resolve. */
  | 'dns'
  /** The connection could not be established. */
  | 'connect'
  /** The TLS handshake failed or the certificate was not accepted. */
  | 'tls'
  /** The deadline passed before the last byte arrived. */
  | 'timeout'
  /** The caller's signal fired. */
  | 'aborted'
  /** The peer closed the connection early, or sent something that is not HTTP. */
  | 'protocol'
  /** A redirect could not be followed: too many, a loop, https to http, an invalid target. */
  | 'redirect'
  /** Too many other requests to the host wait already. Nothing was sent. */
  | 'busy'

/** A call that received no response, as data. `message` is for people and contains none of the secrets the request names. */
export interface OutgoingFailure {
  readonly ok: false
  readonly reason: OutgoingFailureReason
  readonly message: string
  /**
   * False when the peer certainly never received the request, because no connection was established. True means
   * "unknown": the effect may have happened.
   */
  readonly sent: boolean
}

/** A body that is too long for memory, of known length. `open` is called once for each time that it is sent. */
export interface StreamedBody {
  readonly bytes: number
  /** SHA-256 in hex, if it is known: some services want it signed. */
  readonly sha256?: string
  open(): AsyncIterable<Uint8Array>
}

export interface HttpRequest {
  readonly method: string
  /** Absolute `http` or `https` URL without user info. */
  readonly url: string
  /** Names are case-insensitive. The client sets `host`, `content-length` and connection-level headers itself. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Names of headers that carry a secret. Like `authorization` and `cookie`, they are removed when a redirect leads to
   * another origin, and stay removed for the rest of the redirect chain.
   */
  readonly secretHeaders?: readonly string[]
  readonly body?: string | Uint8Array | StreamedBody
  /** Whose request it is. Accounts take turns if a host gets as many requests as it may have at once. */
  readonly account?: AccountId
  /**
   * Time limit for the whole attempt, from name resolution through redirects to the last byte of the body. The wait for a
   * turn does not count.
   */
  readonly deadlineMs: number
  /** Called when the request has its turn and its time starts. */
  readonly onStart?: () => void
  /** Maximum size of the returned body; the rest is not read. 64 KiB by default, at most 32 MiB. */
  readonly maxResponseBytes?: number
  /**
   * Takes the body of a response with a status of 2xx as it arrives; the `body` of the answer is then empty. The call ends when
   * this resolves. It may stop reading early.
   */
  readonly receive?: (answer: ResponseHead, chunks: AsyncIterable<Uint8Array>) => Promise<void>
  /** Maximum number of redirects to follow, 0 to 5. With 0, the default, a 3xx response is returned as is. */
  readonly redirects?: number
  /**
   * Asked before a redirect is followed. A text ends the sentence "The redirect from <host> to <host> was not followed: "; the
   * call then fails as `redirect`, and nothing is sent there.
   */
  readonly refuseRedirect?: (target: URL) => string | undefined
  readonly signal?: AbortSignal
}

export interface ResponseHead {
  readonly status: number
  /** Names are in lower case; repeated headers are joined with a comma and a space. */
  readonly headers: Readonly<Record<string, string>>
}

export interface HttpAnswer extends ResponseHead {
  readonly ok: true
  /** The bytes as received: content encodings are not decoded. */
  readonly body: Uint8Array
  /** The body was longer than `maxResponseBytes`. */
  readonly truncated: boolean
  /** The URL that responded, after redirects. */
  readonly url: string
}

export type HttpResult = HttpAnswer | OutgoingFailure

/**
 * The only way to send HTTP requests to other hosts. Implementations refuse addresses that the egress policy forbids, on
 * every hop and for every spelling of the host.
 */
export interface HttpClient {
  /**
   * Sends a request and returns the response, whatever its status. Problems with the peer, the network or the URL are
   * returned as `OutgoingFailure`. Rejects only for programming errors, such as a limit out of range.
   */
  send(request: HttpRequest): Promise<HttpResult>
}
