import { Agent, type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const RETRY_DELAY_MS = 20
/** No response of this service takes as long: a connection without data for this long is broken. */
const RESPONSE_TIMEOUT_MS = 30_000

export interface ApiResponse {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are read
  readonly body: any
}

/** The request may or may not have arrived: the connection broke before a response, or the response was a 503. */
export class ResponseLost extends Error {}
/** The client is closed and gets no response any more. */
export class ClientClosed extends Error {}

const UNAVAILABLE = 503

/** Sends requests to any process that responds, over keep-alive connections. */
export class ApiClient {
  readonly #urls: () => readonly string[]
  readonly #key: string
  readonly #agent = new Agent({ keepAlive: true })
  #requestCount = 0
  #isClosed = false

  constructor(urls: () => readonly string[], key: string) {
    this.#urls = urls
    this.#key = key
  }

  /** Sends once, as soon as a process can be reached. Rejects with `ResponseLost` when the outcome is unknown. */
  async send(method: string, path: string, options: SendOptions = {}): Promise<ApiResponse> {
    for (;;) {
      if (this.#isClosed) throw new ClientClosed()
      const url = this.#nextUrl()
      const response =
        url === undefined
          ? undefined
          : await this.#exchange(method, `${url}${path}`, options).catch(ignoreRefused)
      if (response === undefined) await pause(RETRY_DELAY_MS)
      else if (response.status === UNAVAILABLE) throw new ResponseLost('The service was not available.')
      else return response
    }
  }

  /** Sends until there is a response: for requests that may be repeated. */
  async sendUntilAnswered(method: string, path: string, options: SendOptions = {}): Promise<ApiResponse> {
    for (;;) {
      try {
        return await this.send(method, path, options)
      } catch (error) {
        if (!(error instanceof ResponseLost)) throw error
      }
    }
  }

  close(): void {
    this.#isClosed = true
    this.#agent.destroy()
  }

  #nextUrl(): string | undefined {
    const urls = this.#urls()
    this.#requestCount += 1
    return urls[this.#requestCount % Math.max(1, urls.length)]
  }

  async #exchange(method: string, url: string, options: SendOptions): Promise<ApiResponse> {
    const { body, content, headers, idempotencyKey } = options
    const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>()
    const payload = content?.bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)))
    const sent = request(url, {
      agent: this.#agent,
      method,
      timeout: RESPONSE_TIMEOUT_MS,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(payload !== undefined && {
          'content-type': content === undefined ? 'application/json' : 'application/octet-stream',
          'content-length': payload.length,
        }),
        ...headers,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
    })
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error('The response timed out.')))
    sent.on('response', (response) => {
      text(response)
        .then((received) =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(received) as unknown }),
        )
        .catch(reject)
    })
    if (content === undefined) sent.end(payload)
    else sendInHalves(sent, content)
    return await promise
  }
}

/** The second half waits, so that a kill can hit a request that is incomplete. */
function sendInHalves(sent: ClientRequest, { bytes, onHalf }: SentContent): void {
  const half = bytes.length >> 1
  sent.flushHeaders()
  sent.write(bytes.subarray(0, half), (error) => {
    if (error) return
    onHalf()
    setImmediate(() => sent.end(bytes.subarray(half)))
  })
}

/** A refused connection sent nothing, so nothing happened. */
function ignoreRefused(error: unknown): undefined {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ECONNREFUSED') throw new ResponseLost(message, { cause: error })
}

export interface SendOptions {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent instead of a body. */
  readonly content?: SentContent
  readonly headers?: Readonly<Record<string, string>>
  readonly idempotencyKey?: string
}

export interface SentContent {
  readonly bytes: Buffer
  /** Called when half of it is sent. */
  onHalf(): void
}
