import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnswerSpan } from './find-stall.ts'
import type { Answers, ProbedRequest } from './probe-messages.ts'
import { readThreadTimes, type ThreadTimes } from './thread-times.ts'

const SHOWN_WRONG = 3
const SHOWN_LENGTH = 300
const RETRY_DELAY_MS = 5

/** Sends a request again and again, one at a time, and notes how long each answer takes. */
export class RepeatedRequest {
  readonly #request: ProbedRequest
  readonly #intervalMs: number
  /** The process that answers, if its times are of interest. */
  readonly #pid: () => number | undefined
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #spans: AnswerSpan[] = []
  readonly #wrong: string[] = []
  readonly #stopping = new AbortController()
  #broken = 0
  #open: ({ readonly start: number; readonly pid: number | undefined } & ThreadTimes) | undefined
  #isOpen = false
  readonly #ended: Promise<void>
  readonly #firstAnswer = Promise.withResolvers<void>()
  /** Resolves when the first answer is complete. */
  readonly answered: Promise<void> = this.#firstAnswer.promise

  constructor(repeated: ProbedRequest, intervalMs: number, pid: () => number | undefined = () => undefined) {
    this.#request = repeated
    this.#pid = pid
    this.#intervalMs = intervalMs
    this.#ended = this.#run()
  }

  /** An answer that is still missing counts until now. */
  async stop(): Promise<Answers> {
    this.#stopping.abort()
    this.#isOpen = this.#open !== undefined
    this.#close()
    this.#agent.destroy()
    await this.#ended
    return { spans: this.#spans, wrong: this.#wrong, broken: this.#broken, isOpen: this.#isOpen }
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#begin()
      const answer = await this.#untilAnswered()
      if (answer === undefined || this.#isStopping) return
      this.#close()
      this.#firstAnswer.resolve()
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
        this.#begin()
      }
    }
    return undefined
  }

  #begin(): void {
    const pid = this.#pid()
    this.#open = { start: performance.now(), pid, ...readThreadTimes(pid) }
  }

  #close(): void {
    if (this.#open === undefined) return
    const { start, pid, ranMs, waitedMs } = this.#open
    const end = performance.now()
    const now = readThreadTimes(pid)
    // The times of a process that was replaced meanwhile say nothing about this answer.
    const isSame = pid === this.#pid()
    const since = (total: number, before: number) => (isSame ? Math.max(0, total - before) : 0)
    this.#spans.push({
      start,
      end,
      ranMs: since(now.ranMs, ranMs),
      waitedMs: since(now.waitedMs, waitedMs),
    })
    this.#open = undefined
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
