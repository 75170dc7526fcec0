import { type JsonObject, moveIdTo } from '#domain/index.ts'
import type { ClaimRequest, AttemptOutcome } from '#ports/index.ts'
import {
  deliveryKey,
  type DeliveryRow,
  type EndpointRow,
  type ExecutionRow,
  type MemoryDatabase,
} from '#test/simulation/memory/memory-database.ts'
import { checkOutcome, mayBeDisabled } from './delivery-schedule.ts'
import type { Violate } from './watched-run.ts'

const END_EVENT = 'workflow.executed'

/**
 * Checks that each end is published in its own commit, and that each delivery is attempted under a claim until it is
 * delivered or its schedule ends.
 */
export class WatchedDeliveries {
  readonly #database: MemoryDatabase
  readonly #violate: Violate
  readonly #count: (what: string) => void
  /** The claim request of each claimant that the store handles now. */
  readonly #requests = new Map<string, ClaimRequest>()
  /** Claims that have not led to a request yet, by claimant and delivery. */
  readonly #unusedClaims = new Map<string, number>()
  /** Deliveries that their receiver accepted with a 2xx status. */
  readonly #accepted = new Set<string>()
  /** Endpoints whose receiver answered 410. */
  readonly #gone = new Set<string>()

  constructor(database: MemoryDatabase, violate: Violate, count: (what: string) => void) {
    this.#database = database
    this.#violate = violate
    this.#count = count
  }

  // Commits

  checkCommit(ended: readonly ExecutionRow[]): void {
    const { events, deliveries, endpoints } = this.#database
    const unexplained = new Set(events.changes.keys())
    for (const end of ended) unexplained.delete(this.#checkEnd(end))
    for (const id of unexplained) this.#violate('an event reports an end of the same commit', id)
    for (const [key, before] of deliveries.changes) this.#checkDelivery(key, before, deliveries.get(key))
    for (const [id, before] of endpoints.changes) this.#checkEndpoint(before, endpoints.get(id))
  }

  /** Returns the id of the event that reports the end. */
  #checkEnd(end: ExecutionRow): string {
    const { events, deliveries, endpoints } = this.#database
    const id = moveIdTo(end.completedAt ?? end.startedAt, end.id)
    const all = [...endpoints.values()]
    const subscribed = all.filter(isSubscribed)
    if (subscribed.length === 0) return ''
    const event = events.changes.has(id) ? events.get(id) : undefined
    if (event === undefined) {
      this.#violate('an end is stored with its event', end.id)
      return id
    }
    this.#count('event')
    if (event.kind !== END_EVENT || !describes(JSON.parse(event.body) as JsonObject, id, end)) {
      this.#violate('an event describes the end that it reports', end.id)
    }
    for (const endpoint of all) {
      const key = deliveryKey({ endpointId: endpoint.id, eventId: id })
      const isStored = deliveries.changes.has(key) && deliveries.get(key)?.status === 'pending'
      if (isStored !== subscribed.includes(endpoint)) {
        this.#violate('an event is stored with one delivery per subscribed endpoint', key)
      }
    }
    return id
  }

  #checkDelivery(key: string, before: DeliveryRow | undefined, after: DeliveryRow | undefined): void {
    if (after === undefined) this.#violate('no delivery is lost', key)
    else if (before === undefined) {
      const isNewEvent = this.#database.events.changes.has(after.eventId)
      if (!isNewEvent) this.#violate('a delivery is stored with its event', key)
    } else {
      if (before.status === 'delivered' && (after.status !== 'delivered' || after.dueAt !== null)) {
        this.#violate('a delivered event is not attempted again', key)
      }
      if (before.status === 'failed' && after.status === 'pending') {
        this.#violate('a failed delivery is not attempted again', key)
      }
      if (after.attempts > before.attempts) this.#checkClaim(key, before, after.claimedBy ?? '')
      if (after.status !== before.status) this.#checkResult(key, after)
    }
  }

  #checkClaim(key: string, { claimedBy, dueAt, attempts, endpointId }: DeliveryRow, claimant: string): void {
    const now = this.#requests.get(claimant)?.now ?? 0
    const isDue = dueAt !== null && dueAt <= now
    if (!isDue && claimedBy !== null)
      this.#violate('a claim excludes other processes', `${key} by ${claimant}`)
    else if (!isDue) this.#violate('an attempt starts at or after its time', key)
    const endpoint = this.#database.endpoints.get(endpointId)
    if (endpoint?.status !== 'active' || (endpoint.pausedUntil ?? now) > now) {
      this.#violate('a paused or disabled endpoint receives nothing', key)
    }
    if (claimedBy !== null) this.#count('expired claim')
    if (attempts > 0) this.#count('repeated attempt')
    const claim = `${claimant} ${key}`
    this.#unusedClaims.set(claim, (this.#unusedClaims.get(claim) ?? 0) + 1)
  }

  #checkResult(key: string, { status }: DeliveryRow): void {
    this.#count(`delivery ${status}`)
    if (status === 'delivered' && !this.#accepted.has(key)) {
      this.#violate('a delivered event was received', key)
    }
  }

  #checkEndpoint(before: EndpointRow | undefined, after: EndpointRow | undefined): void {
    if (before === undefined || after === undefined || before.status === after.status) return
    this.#count('endpoint disabled')
    const attempts = [...this.#database.attempts.changes.keys()].map((key) =>
      this.#database.attempts.get(key),
    )
    if (this.#gone.has(after.id) || mayBeDisabled(before, attempts)) return
    this.#violate('an endpoint is disabled only after 410 or five days of failures', after.id)
  }

  // Calls

  /** The store is about to handle the request. */
  beforeClaim(request: ClaimRequest): void {
    this.#requests.set(request.claimant, request)
  }

  beforeSettle(outcomes: readonly AttemptOutcome[]): void {
    for (const outcome of outcomes) checkOutcome(outcome, this.#violate)
  }

  beginAttempt(claimant: string, endpointId: string, eventId: string, body: unknown): void {
    const key = deliveryKey({ endpointId, eventId })
    const claim = `${claimant} ${key}`
    const unused = this.#unusedClaims.get(claim) ?? 0
    if (unused === 0) this.#violate('each attempt has a claim of its own', claim)
    this.#unusedClaims.set(claim, unused - 1)
    if (this.#database.events.get(eventId)?.body !== body) {
      this.#violate('a request contains the stored event', key)
    }
    this.#count('delivery attempt')
  }

  /** The receiver has processed a request, whether or not its answer arrives. */
  receive(endpointId: string, eventId: string, status: number): void {
    if (status >= 200 && status < 300) this.#accepted.add(deliveryKey({ endpointId, eventId }))
    if (status === 410) this.#gone.add(endpointId)
  }

  /** Called once, when everything has finished. */
  checkAll(): void {
    for (const row of this.#database.deliveries.values()) {
      const isActive = this.#database.endpoints.get(row.endpointId)?.status === 'active'
      if (row.status === 'pending' && isActive) {
        this.#violate('every delivery is delivered or fails after its schedule', deliveryKey(row))
      }
    }
  }
}

function isSubscribed({ status, events }: EndpointRow): boolean {
  return status === 'active' && events.includes(END_EVENT)
}

function describes(body: JsonObject, id: string, end: ExecutionRow): boolean {
  const { execution_id: executionId, workflow_id: workflowId, status, error } = body['data'] as JsonObject
  return (
    body['id'] === id &&
    body['type'] === END_EVENT &&
    executionId === end.id &&
    workflowId === end.workflowId &&
    status === end.status &&
    JSON.stringify(error) === end.error
  )
}
