import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Span } from './find-stall.ts'
import type { Answers, ProbedRequest } from './probe-messages.ts'

const SHOWN_WRONG = 3
const SHOWN_LENGTH = 300
const RETRY_DELAY_MS = 5

/** Sends a request again and again, one at a time, and notes how long each answer takes. */
export class RepeatedRequest {
  readonly #request: ProbedRequest
  readonly #intervalMs: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #spans: Span[] = []
  readonly #wrong: string[] = []
  readonly #stopping = new AbortController()
  #broken = 0
  #openSince: number | undefined
  #isOpen = false
  readonly #ended: Promise<void>

  constructor(repeated: ProbedRequest, intervalMs: number) {
    this.#request = repeated
    this.#intervalMs = intervalMs
    this.#ended = this.#run()
  }

  /** An answer that is still missing counts until now. */
  async stop(): Promise<Answers> {
    this.#stopping.abort()
    if (this.#openSince !== undefined) {
      this.#isOpen = true
      this.#spans.push({ start: this.#openSince, end: performance.now() })
    }
    this.#agent.destroy()
    await this.#ended
    return { spans: this.#spans, wrong: this.#wrong, broken: this.#broken, isOpen: this.#isOpen }
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#openSince = performance.now()
      const answer = await this.#untilAnswered()
      if (answer === undefined || this.#isStopping) return
      this.#spans.push({ start: this.#openSince, end: performance.now() })
      this.#openSince = undefined
      if (!answer.includes(this.#request.expects) && this.#wrong.length < SHOWN_WRONG)
        this.#wrong.push(answer.slice(0, SHOWN_LENGTH))
      await pause(this.#intervalMs)
    }
  }

  async #untilAnswered(): Promise<string | undefined> {
    while (!this.#isStopping) {
      try {
        return await this.#send()
      } catch {
        if (this.#isStopping) return undefined
        this.#broken += 1
        await pause(RETRY_DELAY_MS)
        this.#openSince = performance.now()
      }
    }
    return undefined
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #send(): Promise<string> {
    const { url, method, headers, body } = this.#request
    return await new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent: this.#agent }, (response) => {
        let text = ''
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () => resolve(`${response.statusCode} ${text}`))
          .on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
