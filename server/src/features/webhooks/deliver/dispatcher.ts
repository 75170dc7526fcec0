import type { AccountId } from '#domain/index.ts'
import type { ClaimedDelivery, DeliveryStore, EndpointClaim, Log, Scheduler } from '#ports/index.ts'
import { type LaneCapacities, Lanes } from './lanes.ts'
import { Rotation } from './rotation.ts'
import { Settlements } from './settlements.ts'
import { attemptDelivery, type AttemptDeps } from './attempt-delivery.ts'

export interface DispatcherDeps extends AttemptDeps {
  readonly deliveries: DeliveryStore
  readonly scheduler: Scheduler
  readonly log: Log
  /** True if no other process sends deliveries of this store: then existing claims belong to a process that ended. */
  readonly isSingleProcess: boolean
  readonly lanes?: LaneCapacities
}

/** Events that other processes published, and retries that become due, are noticed within this time. */
const POLL_INTERVAL_MS = 1_000
const ENDPOINTS_PER_POLL = 500
/** Longer than an attempt can take, and short enough for the deliveries of a process that was killed. */
const CLAIM_MS = 60_000
const MAX_CONCURRENCY_PER_ENDPOINT = 4
const LANES: LaneCapacities = { fast: 64, slow: 192 }
/** Endpoints whose account is kept in memory, and how many are looked up at once. */
const MAX_KNOWN = 10_000
const LOOKED_UP_AT_ONCE = 500
/** How long a stop waits for attempts before it aborts them. */
const STOP_TIMEOUT_MS = 5_000

interface Endpoint {
  inFlight: number
  /** Maximum of concurrent attempts: one at first, and one more after each success. */
  concurrency: number
}

/**
 * Sends due deliveries, taking turns between accounts and between the webhook endpoints of each.
 *
 * 1. Endpoints with due deliveries form a rotation. Each gets its share of the free slots and moves to the end: a hundred
 *    thousand deliveries to one endpoint delay the next delivery to another endpoint by one turn, and a thousand endpoints
 *    of one account delay the next delivery of another account by one turn.
 * 2. Only deliveries that can be sent immediately are claimed, so memory does not grow with the backlog.
 * 3. The rotation consists of hints: an endpoint without due deliveries costs one empty claim, and the next poll finds an
 *    endpoint that is missing.
 */
export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #claimant: string
  readonly #lanes: Lanes
  readonly #settlements: Settlements
  readonly #rotation: Rotation
  /** Hints about endpoints whose account is not known yet. */
  readonly #unknown = new Set<string>()
  /** By endpoint. */
  readonly #accounts = new Map<string, AccountId>()
  readonly #endpoints = new Map<string, Endpoint>()
  readonly #attempts = new Set<Promise<void>>()
  readonly #abort = new AbortController()
  #subscriptions: (() => void)[] = []
  #isStopped = true
  #polling: Promise<void> | undefined
  #claiming: Promise<void> | undefined
  #mayClaimMore = false

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
    this.#claimant = deps.ids.next(deps.clock.now())
    const capacities = deps.lanes ?? LANES
    this.#lanes = new Lanes(deps.scheduler, capacities)
    this.#rotation = new Rotation(capacities)
    this.#settlements = new Settlements(deps.deliveries, deps.log)
  }

  async start(): Promise<void> {
    const { deliveries, scheduler, clock, isSingleProcess } = this.#deps
    this.#isStopped = false
    if (isSingleProcess) await deliveries.release(undefined, clock.now())
    this.#subscriptions = [
      deliveries.subscribe((endpointIds) => this.#enqueue(endpointIds)),
      scheduler.every(POLL_INTERVAL_MS, () => this.#poll()),
    ]
    this.#poll()
  }

  /** Starts no new attempt; resolves when the running ones are stored or released. */
  async stop(): Promise<void> {
    const { deliveries, scheduler, clock, log } = this.#deps
    this.#isStopped = true
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    await this.#polling
    await this.#claiming
    const cancelTimer = scheduler.after(STOP_TIMEOUT_MS, () => this.#abort.abort())
    await Promise.all(this.#attempts)
    cancelTimer()
    await deliveries.release(this.#claimant, clock.now()).catch((error: unknown) => {
      log.error({ err: error }, 'delivery release failed, deliveries are retried when their claims expire')
    })
  }

  #enqueue(endpointIds: readonly string[]): void {
    if (this.#isStopped) return
    for (const id of endpointIds) {
      const account = this.#accounts.get(id)
      if (account === undefined) this.#unknown.add(id)
      else this.#rotation.add(account, id)
    }
    this.#claimMore()
  }

  /** Endpoints that do not exist any more have no account, and no deliveries. */
  async #lookUpAccounts(): Promise<void> {
    while (this.#unknown.size > 0) {
      const ids = this.#unknown.values().take(LOOKED_UP_AT_ONCE).toArray()
      const accounts = await this.#deps.deliveries.accountsOf(ids)
      if (this.#accounts.size > MAX_KNOWN) this.#accounts.clear()
      for (const id of ids) this.#unknown.delete(id)
      for (const [id, account] of accounts) {
        this.#accounts.set(id, account)
        this.#rotation.add(account, id)
      }
    }
  }

  #poll(): void {
    this.#polling ??= this.#pollEndpoints().finally(() => {
      this.#polling = undefined
    })
  }

  async #pollEndpoints(): Promise<void> {
    const { deliveries, clock, log } = this.#deps
    try {
      for (let after: string | undefined; !this.#isStopped;) {
        const { ids, next } = await deliveries.dueEndpoints(clock.now(), after, ENDPOINTS_PER_POLL)
        this.#enqueue(ids)
        if (next === undefined) return
        after = next
      }
    } catch (error) {
      log.error({ err: error }, 'delivery poll failed, retrying')
    }
  }

  /** Claims deliveries while there are free slots. One claim at a time: claimed deliveries must be counted before the next. */
  #claimMore(): void {
    this.#mayClaimMore = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
      // Set after the loop checked it for the last time.
      if (this.#mayClaimMore && !this.#isStopped) this.#claimMore()
    })
  }

  async #claimAll(): Promise<void> {
    const { deliveries, clock, log } = this.#deps
    while (this.#mayClaimMore && !this.#isStopped) {
      this.#mayClaimMore = false
      try {
        await this.#lookUpAccounts()
        // Taken out of the rotation before the claim: a hint that arrives meanwhile adds them again.
        const requests = this.#rotation.take(this.#lanes.free, (id) => this.#spaceOf(id))
        if (requests.length === 0) return
        const now = clock.now()
        const claimed = await deliveries.claim({
          endpoints: requests,
          claimant: this.#claimant,
          now,
          until: now + CLAIM_MS,
        })
        for (const delivery of claimed) this.#begin(delivery)
        this.#requeue(requests, claimed)
      } catch (error) {
        log.error({ err: error }, 'delivery claim failed, retrying')
      }
    }
  }

  /** An endpoint that got all it requested may have more due deliveries. */
  #requeue(requests: readonly EndpointClaim[], claimed: readonly ClaimedDelivery[]): void {
    const counts = Map.groupBy(claimed, ({ endpointId }) => endpointId)
    for (const { endpointId, limit } of requests) {
      const [first, ...more] = counts.get(endpointId) ?? []
      if (first === undefined || more.length + 1 < limit) continue
      this.#rotation.add(first.accountId, endpointId)
      this.#mayClaimMore = true
    }
  }

  /** How many further attempts the endpoint may have at the same time. */
  #spaceOf(endpointId: string): number {
    const { concurrency, inFlight } = this.#endpoints.get(endpointId) ?? { concurrency: 1, inFlight: 0 }
    return concurrency - inFlight
  }

  #begin(claimed: ClaimedDelivery): void {
    const endpoint = this.#endpoints.get(claimed.endpointId) ?? { inFlight: 0, concurrency: 1 }
    this.#endpoints.set(claimed.endpointId, endpoint)
    endpoint.inFlight += 1
    const releaseSlot = this.#lanes.enter(claimed.failures > 0, () => this.#claimMore())
    const releaseShare = this.#rotation.hold(claimed.accountId)
    const work = this.#attempt(claimed, endpoint).finally(() => {
      releaseSlot()
      releaseShare()
      endpoint.inFlight -= 1
      if (endpoint.inFlight === 0 && !this.#rotation.has(claimed.accountId, claimed.endpointId)) {
        this.#endpoints.delete(claimed.endpointId)
      }
      this.#attempts.delete(work)
      this.#claimMore()
    })
    this.#attempts.add(work)
  }

  async #attempt(claimed: ClaimedDelivery, endpoint: Endpoint): Promise<void> {
    try {
      const outcome = await attemptDelivery(this.#deps, claimed, this.#abort.signal)
      if (outcome === undefined) return
      const isDelivered = outcome.verdict.kind === 'delivered'
      endpoint.concurrency = isDelivered
        ? Math.min(endpoint.concurrency + 1, MAX_CONCURRENCY_PER_ENDPOINT)
        : 1
      await this.#settlements.add(outcome)
    } catch (error) {
      const fields = { err: error, webhook_endpoint_id: claimed.endpointId, delivery_id: claimed.id }
      this.#deps.log.error(fields, 'delivery attempt failed, retrying when its claim expires')
    }
  }
}
