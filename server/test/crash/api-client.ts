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

/** The request may have arrived, or not: the connection broke before there was an answer. */
export class AnswerLost extends Error {}

/** Speaks to whichever process answers, over connections that are kept. */
export class ApiClient {
  readonly #urls: () => readonly string[]
  readonly #key: string
  readonly #agent = new Agent({ keepAlive: true })
  #turn = 0

  constructor(urls: () => readonly string[], key: string) {
    this.#urls = urls
    this.#key = key
  }

  /** Sends once, as soon as somebody can be reached. Rejects with `AnswerLost` when nobody knows what became of it. */
  async send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    for (;;) {
      const urls = this.#urls()
      this.#turn += 1
      const url = urls[this.#turn % Math.max(1, urls.length)]
      if (url === undefined) {
        await pause(WITHOUT_SERVER_MS)
        continue
      }
      try {
        return await this.#exchange(method, `${url}${path}`, options)
      } catch (error) {
        // Nothing was sent, so nothing happened.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') {
          throw new AnswerLost((error as Error).message, { cause: error })
        }
        await pause(WITHOUT_SERVER_MS)
      }
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
    this.#agent.destroy()
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

export interface SendOptions {
  readonly body?: unknown
  readonly idempotencyKey?: string
}
