import type { HttpRequest, HttpResult, OutgoingFailure } from '#ports/index.ts'
import { RETRY_AFTER_SECONDS } from '#test/simulation/oracle/delivery-schedule.ts'
import type { PlannedEndpoint } from '#test/simulation/workload/plan-endpoints.ts'
import type { Random } from './random.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** A response without a status is a connection that the receiver closes, or never answers on. */
interface Response {
  readonly status: number | undefined
  /** Undefined: it never comes. */
  readonly ms: number | undefined
  readonly retryAfter?: string
}

/** The receivers behind the webhook endpoints of a workload, and the network in front of them. */
export class Receivers {
  readonly #world: World
  readonly #random: Random
  readonly #endpoints: ReadonlyMap<string, PlannedEndpoint>
  /** Requests that arrived, by endpoint and by delivery. */
  readonly #requests = new Map<string, number>()

  constructor(world: World, endpoints: readonly PlannedEndpoint[]) {
    this.#world = world
    this.#random = world.random.fork('receivers')
    this.#endpoints = new Map(endpoints.map((endpoint) => [endpoint.url, endpoint]))
  }

  /** A request that left its process arrives even if the process dies; the response needs a live process. */
  send(process: SimulatedProcess, request: HttpRequest): Promise<HttpResult> {
    const { oracle, faults, progress, time } = this.#world
    const { url, headers = {}, body, deadlineMs, signal } = request
    const endpoint = this.#endpoints.get(url)
    if (endpoint === undefined) throw new Error(`There is no receiver at ${url}.`)
    const eventId = headers['webhook-id'] ?? ''
    oracle.deliveries.beginAttempt(process.claimant, endpoint.id, eventId, body)
    progress.recordDelivery(endpoint.id)
    this.#world.addTrace(() => `${process.name} sends ${eventId} to ${url}`)
    return new Promise((resolve) => {
      const respond = (ms: number, result: HttpResult) =>
        process.receive(ms, true, () => {
          this.#world.addTrace(() => `${process.name} gets ${describe(result)} for ${eventId} from ${url}`)
          resolve(result)
        })
      signal?.addEventListener('abort', () => resolve(failure('aborted')))
      if (faults.happens('request-lost', 0.5)) {
        respond(this.#random.between(0, 50), failure('connect'))
        return
      }
      const { status, ms, retryAfter } = this.#respond(endpoint, eventId)
      time.after(this.#random.between(0, Math.min(ms ?? 20, 20)), () => {
        if (status !== undefined) oracle.deliveries.receive(endpoint.id, eventId, status)
      })
      if (ms === undefined || ms > deadlineMs) respond(deadlineMs, failure('timeout'))
      else if (status === undefined || faults.happens('response-lost', 0.5)) respond(ms, failure('protocol'))
      else respond(ms, answer(url, status, retryAfter))
    })
  }

  #respond({ id, receiver }: PlannedEndpoint, eventId: string): Response {
    const ms = this.#random.between(0, receiver.maxMs)
    const requests = this.#countRequest(id)
    const attempts = this.#countRequest(`${id} ${eventId}`)
    if (receiver.goneAfter !== undefined && requests > receiver.goneAfter) return { status: 410, ms }
    if (attempts > receiver.failures) return { status: 200, ms }
    switch (receiver.failure) {
      case 'error':
        return { status: 500, ms }
      case 'busy':
        return { status: 503, ms, retryAfter: String(RETRY_AFTER_SECONDS) }
      case 'timeout':
        return { status: undefined, ms: undefined }
      case 'reset':
        return { status: undefined, ms }
    }
  }

  #countRequest(key: string): number {
    const count = (this.#requests.get(key) ?? 0) + 1
    this.#requests.set(key, count)
    return count
  }
}

function answer(url: string, status: number, retryAfter: string | undefined): HttpResult {
  const headers: Readonly<Record<string, string>> =
    retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  return { ok: true, status, headers, body: new Uint8Array(), truncated: false, url }
}

function failure(reason: OutgoingFailure['reason']): HttpResult {
  return { ok: false, reason, message: `The request failed: ${reason}.`, sent: reason !== 'connect' }
}

function describe(result: HttpResult): string {
  return result.ok ? String(result.status) : result.reason
}
