import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const WITHOUT_SERVER_MS = 20
/** No answer of this service takes as long: a connection that is silent for it is broken. */
const SILENCE_MS = 30_000

export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are read
  readonly body: any
}

/** The request may have arrived, or not: the connection broke before there was an answer, or that was 503. */
export class AnswerLost extends Error {}
/** There will be no answer any more. */
export class ClientClosed extends Error {}

const UNAVAILABLE = 503

/** Speaks to whichever process answers, over connections that are kept. */
export class ApiClient {
  readonly #urls: () => readonly string[]
  readonly #key: string
  readonly #agent = new Agent({ keepAlive: true })
  #turn = 0
  #isClosed = false

  constructor(urls: () => readonly string[], key: string) {
    this.#urls = urls
    this.#key = key
  }

  /** Sends once, as soon as somebody can be reached. Rejects with `AnswerLost` when nobody knows what became of it. */
  async send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    for (;;) {
      if (this.#isClosed) throw new ClientClosed()
      const url = this.#nextUrl()
      const answer =
        url === undefined
          ? undefined
          : await this.#exchange(method, `${url}${path}`, options).catch(unlessRefused)
      if (answer === undefined) await pause(WITHOUT_SERVER_MS)
      else if (answer.status === UNAVAILABLE) throw new AnswerLost('The service was not available.')
      else return answer
    }
  }

  /** Sends until there is an answer: for requests that may be repeated. */
  async sendUntilAnswered(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    for (;;) {
      try {
        return await this.send(method, path, options)
      } catch (error) {
        if (!(error instanceof AnswerLost)) throw error
      }
    }
  }

  close(): void {
    this.#isClosed = true
    this.#agent.destroy()
  }

  #nextUrl(): string | undefined {
    const urls = this.#urls()
    this.#turn += 1
    return urls[this.#turn % Math.max(1, urls.length)]
  }

  async #exchange(method: string, url: string, { body, idempotencyKey }: SendOptions): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(url, {
      agent: this.#agent,
      method,
      timeout: SILENCE_MS,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
    })
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error('There was no answer in time.')))
    sent.on('response', (answer) => {
      text(answer)
        .then((said) => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(said) as unknown }))
        .catch(reject)
    })
    sent.end(payload)
    return await promise
  }
}

/** Where nobody listens nothing was sent, so nothing happened. */
function unlessRefused(error: unknown): undefined {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ECONNREFUSED') throw new AnswerLost(message, { cause: error })
}

export interface SendOptions {
  readonly body?: unknown
  readonly idempotencyKey?: string
}
