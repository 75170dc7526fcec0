import type { Agent } from 'undici'
import { hostOf, readOutgoingUrl } from '#domain/index.ts'
import type { HttpClient, HttpRequest, HttpResult } from '#ports/index.ts'
import { startDeadline } from '../dial/deadline.ts'
import { exchange } from './exchange.ts'
import { followRedirect, type Hop, isRedirect } from './follow-redirect.ts'
import type { GuardedDialer } from '../dial/guarded-dialer.ts'
import type { HostSemaphore } from './host-semaphore.ts'
import { OutgoingError } from '../dial/outgoing-error.ts'
import { prepareHeaders } from './request-headers.ts'

const defaultResponseBytes = 64 * 1024
const maxResponseBytesLimit = 32 * 1024 * 1024
const maxRedirects = 5

/** A connection outlives the request that opens it, so it has its own deadline. */
const connectMs = 10_000

const method = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,32}$/

/** The client for all HTTP requests of the service. All its connections come from the guarded dialer. */
export class GuardedHttpClient implements HttpClient {
  readonly #dialer: GuardedDialer
  readonly #hostSemaphore: HostSemaphore | undefined
  readonly #closing = new AbortController()
  #agent: Promise<Agent> | undefined

  /** @param hostSemaphore limits the concurrent requests per host; unlimited if absent */
  constructor(dialer: GuardedDialer, hostSemaphore?: HostSemaphore) {
    this.#dialer = dialer
    this.#hostSemaphore = hostSemaphore
  }

  async send(request: HttpRequest): Promise<HttpResult> {
    const limits = readLimits(request)
    try {
      const first = firstHop(request)
      const release = await this.#takeTurn(first.url.host, request)
      try {
        request.onStart?.()
        return await this.#sendInTurn(first, limits, request)
      } finally {
        release?.()
      }
    } catch (error) {
      if (error instanceof OutgoingError) return error.toFailure()
      throw error
    }
  }

  /** Aborts all calls and closes all connections. Later calls fail with `aborted`. */
  async close(): Promise<void> {
    this.#closing.abort()
    const agent = await this.#agent
    await agent?.destroy()
  }

  /** Waits as long as it takes: the deadline of the request starts when it has its turn. */
  async #takeTurn(host: string, { account, signal }: HttpRequest): Promise<(() => void) | undefined> {
    if (this.#hostSemaphore === undefined) return undefined
    const wait = startDeadline(undefined, [signal, this.#closing.signal])
    try {
      return await this.#hostSemaphore.acquire(host, account, wait.signal)
    } finally {
      wait.stop()
    }
  }

  async #sendInTurn(first: Hop, limits: Limits, request: HttpRequest): Promise<HttpResult> {
    const deadline = startDeadline(request.deadlineMs, [request.signal, this.#closing.signal])
    try {
      return await this.#followFrom(first, limits, request, deadline.signal)
    } finally {
      deadline.stop()
    }
  }

  async #followFrom(
    first: Hop,
    limits: Limits,
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpResult> {
    signal.throwIfAborted()
    const agent = await this.#openAgent()
    let hop = first
    for (let followed = 0; ; followed += 1) {
      let answer
      try {
        answer = await exchange(agent, hop, { maxBytes: limits.bytes, receive: request.receive }, signal)
      } catch (error) {
        throw followed === 0 ? error : afterRedirect(error)
      }
      const location = answer.headers['location']
      if (limits.redirects === 0 || !isRedirect(answer.status, location)) {
        return { ...answer, ok: true, url: hop.url.href }
      }
      if (followed === limits.redirects) {
        const message = `${hostOf(first.url)} redirected more than ${limits.redirects} ${limits.redirects === 1 ? 'time' : 'times'}.`
        throw new OutgoingError('redirect', message, { sent: true })
      }
      const next = followRedirect(hop, answer.status, location, request.secretHeaders ?? [])
      const refusal = request.refuseRedirect?.(next.url)
      if (refusal !== undefined) {
        const message = `The redirect from ${hostOf(hop.url)} to ${hostOf(next.url)} was not followed: ${refusal}.`
        throw new OutgoingError('redirect', message, { sent: true })
      }
      hop = next
    }
  }

  /**
   * Loads the library on the first call, because it takes megabytes that an idle service does not need. Only the part that is
   * used: the whole library takes twice as long, and nothing else is done meanwhile.
   */
  #openAgent(): Promise<Agent> {
    this.#agent ??= import('undici/lib/dispatcher/agent.js').then(
      ({ default: UndiciAgent }) =>
        new UndiciAgent({
          allowH2: false,
          pipelining: 1,
          connect: (target, callback) => void this.#connect(target, callback),
        }),
    )
    return this.#agent
  }

  async #connect(target: ConnectTarget, callback: ConnectCallback): Promise<void> {
    const secure = target.protocol === 'https:'
    const port = target.port === '' ? (secure ? 443 : 80) : Number(target.port)
    const deadline = startDeadline(connectMs, [this.#closing.signal], 'No connection')
    let socket
    try {
      const tls = secure ? { tls: { alpn: ['http/1.1'] } } : {}
      socket = await this.#dialer.dial(target.hostname, port, { signal: deadline.signal, ...tls })
    } catch (error) {
      callback(error instanceof Error ? error : new Error('dial failed', { cause: error }), null)
      return
    } finally {
      deadline.stop()
    }
    callback(null, socket)
  }
}

type Connector = Extract<NonNullable<Agent.Options['connect']>, (...args: never[]) => unknown>
type ConnectTarget = Parameters<Connector>[0]
type ConnectCallback = Parameters<Connector>[1]

interface Limits {
  readonly bytes: number
  readonly redirects: number
}

function readLimits(request: HttpRequest): Limits {
  const bytes = request.maxResponseBytes ?? defaultResponseBytes
  const redirects = request.redirects ?? 0
  if (!(Number.isInteger(bytes) && bytes >= 0 && bytes <= maxResponseBytesLimit)) {
    throw new RangeError(`maxResponseBytes must be from 0 to ${maxResponseBytesLimit}, not ${bytes}`)
  }
  if (!(Number.isInteger(redirects) && redirects >= 0 && redirects <= maxRedirects)) {
    throw new RangeError(`redirects must be from 0 to ${maxRedirects}, not ${redirects}`)
  }
  return { bytes, redirects }
}

function firstHop(request: HttpRequest): Hop {
  const target = readOutgoingUrl(request.url)
  if (!target.ok) throw new OutgoingError('refused', `The URL ${target.problem}.`)
  const upper = request.method.toUpperCase()
  // CONNECT asks for a tunnel and TRACE echoes the headers, secrets included.
  if (!method.test(upper) || upper === 'CONNECT' || upper === 'TRACE') {
    throw new OutgoingError('refused', 'The HTTP method is not allowed.')
  }
  const { body } = request
  return {
    method: upper,
    url: target.url,
    headers: prepareHeaders(request.headers ?? {}),
    body:
      body === undefined
        ? undefined
        : typeof body === 'string'
          ? Buffer.from(body)
          : body instanceof Uint8Array
            ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
            : body,
  }
}

/** An earlier hop has already received a request, even if this one has not. */
function afterRedirect(error: unknown): unknown {
  if (!(error instanceof OutgoingError)) return error
  return new OutgoingError(error.reason, `After a redirect: ${error.message}`, { sent: true, cause: error })
}
