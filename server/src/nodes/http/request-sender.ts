import { type JsonValue, redactSecrets } from '#domain/index.ts'
import { isForbiddenKey } from '@millrace/expressions'
import type { Files, HttpAnswer, HttpClient, NodeCall, NodeFailed } from '#ports/index.ts'
import { explainOutgoingFailure } from '#nodes/outgoing/explain-outgoing-failure.ts'
import type { Access } from './grant-access.ts'
import { Download } from './download.ts'
import { judgeStatus } from './judge-status.ts'
import { type BodyForm, readResponseBody, type ResponseBody } from './read-response-body.ts'
import type { RequestPlan } from './request-plan.ts'

const MAX_RESPONSE_BYTES = 1024 * 1024
const MAX_REDIRECTS = 5
const UNAUTHORIZED = 401
const CHANGING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
  readonly encoding: ResponseBody['encoding']
  /** After redirects. */
  readonly url: string
  readonly durationMs: number
  readonly bytes: number
}

/** How a step handles responses. */
export interface ResponseRules {
  readonly form: BodyForm
  /** Stores the body of a successful response as a file. */
  readonly files?: Files | undefined
  readonly failOnStatus: boolean
  readonly followRedirects: boolean
}

interface RequestSenderDeps {
  readonly http: HttpClient
  readonly access: Access
  readonly rules: ResponseRules
  readonly call: NodeCall
}

interface Exchanged {
  readonly answer: HttpAnswer
  readonly download?: Download | undefined
  readonly durationMs: number
}

/** Sends the requests of one step. They share the timeout of the attempt; waiting for a turn does not count. */
export class RequestSender {
  readonly #deps: RequestSenderDeps
  readonly #startedAt = performance.now()
  #waitedMs = 0
  #access: Access

  constructor(deps: RequestSenderDeps) {
    this.#deps = deps
    this.#access = deps.access
  }

  /** Strings to redact from everything the step returns, including those of a renewed token. */
  get secrets(): readonly string[] {
    return this.#access.secrets
  }

  /**
   * `number` counts the requests of the step from 1. When the service rejects an access token with 401, the token is
   * renewed once.
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
    const { http, call, rules } = this.#deps
    const complete = this.#access.apply(plan)
    if ('ok' in complete) return complete
    const { method, url, body } = complete
    const resumeTimeout = call.suspendTimeout()
    const askedAt = performance.now()
    let sentAt = askedAt
    const download = rules.files && new Download(rules.files, call.account, url, this.secrets)
    const answer = await http.send({
      account: call.account,
      method,
      url: url.href,
      headers: { ...this.#idempotencyKey(method, number), ...complete.headers },
      ...(body === undefined ? {} : { body }),
      secretHeaders: this.#access.secretHeaders,
      redirects: rules.followRedirects ? MAX_REDIRECTS : 0,
      refuseRedirect: (target) => this.#refuseRedirect(url, target),
      maxResponseBytes: MAX_RESPONSE_BYTES,
      ...(download && { receive: (head, chunks) => download.receive(head, chunks) }),
      deadlineMs: Math.max(1, call.timeoutMs - (askedAt - this.#startedAt - this.#waitedMs)),
      onStart: () => {
        sentAt = performance.now()
        resumeTimeout()
      },
      signal: call.signal,
    })
    // Also if it never started: the step may go on.
    resumeTimeout()
    this.#waitedMs += sentAt - askedAt
    if (!answer.ok) return explainOutgoingFailure(answer.reason, answer.message)
    return { answer, download, durationMs: Math.round(performance.now() - sentAt) }
  }

  #read(exchanged: Exchanged | NodeFailed): Answered | NodeFailed {
    if ('ok' in exchanged) return exchanged
    const { answer, download, durationMs } = exchanged
    const { call, rules } = this.#deps
    const failure = rules.failOnStatus ? judgeStatus(answer, call.now, this.secrets) : undefined
    if (failure !== undefined) return failure
    if (answer.truncated) return refuseSize('The response is')
    const read = download?.result() ?? readResponseBody(answer, rules.form, this.secrets)
    if ('ok' in read) return read
    const { status, url } = answer
    const headers = keepHeaders(answer.headers)
    return { ...read, status, headers, url, durationMs, bytes: answer.body.length }
  }

  /** The same in every attempt, but different for every request of the step. */
  #idempotencyKey(method: string, number: number): Record<string, string> {
    if (!CHANGING_METHODS.has(method)) return {}
    const key = this.#deps.call.idempotencyKey()
    return { 'idempotency-key': number === 1 ? key : `${key}-${number}` }
  }

  /** The client drops headers with secrets on a redirect; this refuses a URL into which the server copied a secret. */
  #refuseRedirect(from: URL, target: URL): string | undefined {
    if (target.origin === from.origin || redactSecrets(target.href, this.secrets) === target.href)
      return undefined
    return 'the URL contains the secret of the credential'
  }
}

export function refuseSize(what: string): NodeFailed {
  const message = `${what} larger than 1 MiB. Request less data, for example with pagination or a filter.`
  return { ok: false, code: 'RESPONSE_TOO_LARGE', message, permanent: true }
}

/** Drops headers whose names are not allowed as keys of an output. */
function keepHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isForbiddenKey(name)))
}
