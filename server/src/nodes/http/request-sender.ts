import { type JsonValue, redactSecrets } from '#domain/index.ts'
import { isForbiddenKey } from '@millrace/expressions'
import { explainFailure } from '#nodes/outgoing/explain-failure.ts'
import type { HttpAnswer, HttpClient, NodeCall, NodeFailed } from '#ports/index.ts'
import type { Access } from './grant-access.ts'
import { judgeStatus } from './judge-status.ts'
import { type BodyForm, type ReadBody, readBody } from './read-body.ts'
import type { RequestPlan } from './request-plan.ts'

const MAX_RESPONSE_BYTES = 1024 * 1024
const MOST_REDIRECTS = 5
const UNAUTHORIZED = 401
const CHANGES_SOMETHING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
  readonly encoding: ReadBody['encoding']
  /** After redirects. */
  readonly url: string
  readonly durationMs: number
  readonly bytes: number
}

/** How the answers of a step are taken. */
export interface AnswerRules {
  readonly form: BodyForm
  readonly failOnStatus: boolean
  readonly followRedirects: boolean
}

interface Parts {
  readonly http: HttpClient
  readonly access: Access
  readonly rules: AnswerRules
  readonly call: NodeCall
}

interface Exchanged {
  readonly answer: HttpAnswer
  readonly durationMs: number
}

/** Sends the requests of one step: the time of the attempt is for all of them together. */
export class RequestSender {
  readonly #parts: Parts
  readonly #startedAt = performance.now()
  #access: Access

  constructor(parts: Parts) {
    this.#parts = parts
    this.#access = parts.access
  }

  /** Texts that must not come out of the step, those of a renewed access included. */
  get secrets(): readonly string[] {
    return this.#access.secrets
  }

  /**
   * `number` counts the requests of the step from 1. An access that can end early is renewed once when the other side says
   * that it did.
   */
  async send(plan: RequestPlan, number: number): Promise<Answered | NodeFailed> {
    const answered = await this.#exchange(plan, number)
    const { renew } = this.#access
    if ('ok' in answered || answered.answer.status !== UNAUTHORIZED || renew === undefined) {
      return this.#read(answered)
    }
    const renewed = await renew()
    if ('ok' in renewed) return renewed
    this.#access = renewed
    return this.#read(await this.#exchange(plan, number))
  }

  async #exchange(plan: RequestPlan, number: number): Promise<Exchanged | NodeFailed> {
    const { http, call, rules } = this.#parts
    const complete = this.#access.apply(plan)
    if ('ok' in complete) return complete
    const { method, url, body } = complete
    const sentAt = performance.now()
    const answer = await http.send({
      method,
      url: url.href,
      headers: { ...this.#idempotencyKey(method, number), ...complete.headers },
      ...(body === undefined ? {} : { body }),
      secretHeaders: this.#access.secretHeaders,
      redirects: rules.followRedirects ? MOST_REDIRECTS : 0,
      refuseRedirect: (target) => this.#refuseRedirect(url, target),
      maxResponseBytes: MAX_RESPONSE_BYTES,
      deadlineMs: Math.max(1, call.timeoutMs - (sentAt - this.#startedAt)),
      signal: call.signal,
    })
    if (!answer.ok) return explainFailure(answer.reason, answer.message)
    return { answer, durationMs: Math.round(performance.now() - sentAt) }
  }

  #read(exchanged: Exchanged | NodeFailed): Answered | NodeFailed {
    if ('ok' in exchanged) return exchanged
    const { answer, durationMs } = exchanged
    const { call, rules } = this.#parts
    const failure = rules.failOnStatus ? judgeStatus(answer, call.now, this.secrets) : undefined
    if (failure !== undefined) return failure
    if (answer.truncated) return refuseSize('The answer is')
    const read = readBody(answer, rules.form, this.secrets)
    if ('ok' in read) return read
    const { status, url } = answer
    const headers = keepHeaders(answer.headers)
    return { status, headers, ...read, url, durationMs, bytes: answer.body.length }
  }

  /** The same in every attempt, and different for every request of the step. */
  #idempotencyKey(method: string, number: number): Record<string, string> {
    if (!CHANGES_SOMETHING.has(method)) return {}
    const key = this.#parts.call.idempotencyKey()
    return { 'idempotency-key': number === 1 ? key : `${key}-${number}` }
  }

  /** Headers with secrets are dropped by the client; this is for those that the server put into the address itself. */
  #refuseRedirect(from: URL, target: URL): string | undefined {
    if (target.hostname === from.hostname || redactSecrets(target.href, this.secrets) === target.href)
      return undefined
    return 'the secret of the credential is in that address'
  }
}

export function refuseSize(what: string): NodeFailed {
  const message = `${what} larger than 1 MiB. Ask for less, for example page by page, and pass on only what is needed.`
  return { ok: false, code: 'RESPONSE_TOO_LARGE', message, permanent: true }
}

/** A header can have any name; an output cannot. */
function keepHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isForbiddenKey(name)))
}
