import { redactSecrets } from '#domain/credentials/redact-secrets.ts'
import type { JsonObject, JsonValue } from '#domain/json.ts'
import { isForbiddenKey } from '#expressions/runtime/refused.ts'
import { explainFailure } from '#nodes/outgoing/explain-failure.ts'
import type { HttpAnswer, HttpClient } from '#ports/http-client.ts'
import type { NodeCall, NodeFailed } from '#ports/node-kind.ts'
import type { Access } from './grant-access.ts'
import type { HostQueue } from './host-queue.ts'
import type { HttpParameters } from './http-parameters.ts'
import { judgeStatus } from './judge-status.ts'
import { readBody } from './read-body.ts'
import type { RequestPlan } from './request-plan.ts'

const MAX_RESPONSE_BYTES = 1024 * 1024
const MOST_REDIRECTS = 5
const CHANGES_SOMETHING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export interface Answered {
  readonly output: JsonObject
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonValue
  readonly bytes: number
}

interface Parts {
  readonly http: HttpClient
  readonly queue: HostQueue
  readonly access: Access
  readonly call: NodeCall
}

/** Sends the requests of one step: the time of the attempt is for all of them together. */
export class RequestSender {
  readonly #parts: Parts
  readonly #parameters: HttpParameters
  readonly #startedAt = performance.now()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#parameters = parts.call.parameters as HttpParameters
  }

  /** `number` counts the requests of the step from 1. */
  async send(plan: RequestPlan, number: number): Promise<Answered | NodeFailed> {
    const { queue, access, call } = this.#parts
    const complete = access.apply(plan)
    if ('ok' in complete) return complete
    const leave = await queue.enter(plan.url.host, call.signal)
    if (leave === undefined) {
      return explainFailure(
        'aborted',
        `The call was cancelled while waiting for its turn at ${plan.url.host}.`,
      )
    }
    try {
      return await this.#exchange(complete, number)
    } finally {
      leave()
    }
  }

  async #exchange(plan: RequestPlan, number: number): Promise<Answered | NodeFailed> {
    const { http, access, call } = this.#parts
    const { method, url, body } = plan
    const sentAt = performance.now()
    const answer = await http.send({
      method,
      url: url.href,
      headers: { ...this.#idempotencyKey(method, number), ...plan.headers },
      ...(body === undefined ? {} : { body }),
      secretHeaders: access.secretHeaders,
      redirects: this.#parameters.follow_redirects === false ? 0 : MOST_REDIRECTS,
      refuseRedirect: (target) => this.#refuseRedirect(url, target),
      maxResponseBytes: MAX_RESPONSE_BYTES,
      deadlineMs: Math.max(1, call.timeoutMs - (sentAt - this.#startedAt)),
      signal: call.signal,
    })
    if (!answer.ok) return explainFailure(answer.reason, answer.message)
    return this.#read(answer, performance.now() - sentAt)
  }

  #read(answer: HttpAnswer, durationMs: number): Answered | NodeFailed {
    const { access, call } = this.#parts
    const { response, fail_on_status: failOnStatus } = this.#parameters
    const failure = failOnStatus === false ? undefined : judgeStatus(answer, call.now, access.secrets)
    if (failure !== undefined) return failure
    if (answer.truncated) return refuseSize('The answer is')
    const read = readBody(answer, response, access.secrets)
    if ('ok' in read) return read
    const headers = keepHeaders(answer.headers)
    const output = { status: answer.status, headers, body: read.body }
    const details = { encoding: read.encoding, url: answer.url, duration_ms: Math.round(durationMs) }
    return {
      output: response === 'full' ? { ...output, ...details } : output,
      headers,
      body: read.body,
      bytes: answer.body.length,
    }
  }

  /** The same in every attempt, and different for every request of the step. */
  #idempotencyKey(method: string, number: number): Record<string, string> {
    if (!CHANGES_SOMETHING.has(method)) return {}
    const key = this.#parts.call.idempotencyKey()
    return { 'idempotency-key': number === 1 ? key : `${key}-${number}` }
  }

  /** Headers with secrets are dropped by the client; this is for those that the server put into the address itself. */
  #refuseRedirect(from: URL, target: URL): string | undefined {
    const { secrets } = this.#parts.access
    if (target.hostname === from.hostname || redactSecrets(target.href, secrets) === target.href)
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
