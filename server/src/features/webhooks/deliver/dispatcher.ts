import type { ClaimedDelivery, EndpointClaim, DeliveryStore, Log, Scheduler } from '#ports/index.ts'
import { Lanes, type LaneWidths } from './lanes.ts'
import { Settlements } from './settlements.ts'
import { tryDelivery, type AttemptDeps } from './attempt-delivery.ts'

export interface DispatcherDeps extends AttemptDeps {
  readonly deliveries: DeliveryStore
  readonly scheduler: Scheduler
  readonly log: Log
  /** True when no other process sends what is in this store: then claims from before are of a process that ended. */
  readonly alone: boolean
  readonly lanes?: LaneWidths
}

/** What other processes wrote, and what is due by its time, waits no longer than this for somebody to look. */
const LOOK_EVERY_MS = 1_000
const ENDPOINTS_PER_POLL = 500
/** Longer than a try can take, and short enough for the deliveries of a process that was killed. */
const CLAIM_MS = 60_000
const MAX_PER_ENDPOINT = 4
const LANES: LaneWidths = { fast: 64, slow: 192 }
/** How long a stop waits for tries before it breaks them off. */
const PATIENCE_MS = 5_000

interface Endpoint {
  underWay: number
  /** How many at once: one at first, and one more for each that arrives. */
  pace: number
}

/**
 * Sends what is due, each webhook in its turn.
 *
 * 1. Webhooks with something due stand in a ring. Each gets its share of the free places and goes to the end of the ring: a
 *    hundred thousand deliveries of one webhook delay the next of another by one turn.
 * 2. Only what can be sent at once is claimed. Memory does not grow with what is due.
 * 3. The ring is made of hints: who is in it without need is claimed in vain, who is missing is found by the next look.
 */
export class Dispatcher {
  readonly #parts: DispatcherDeps
  readonly #claimant: string
  readonly #lanes: Lanes
  readonly #settlements: Settlements
  readonly #ring = new Set<string>()
  readonly #endpoints = new Map<string, Endpoint>()
  readonly #tries = new Set<Promise<void>>()
  readonly #breakOff = new AbortController()
  #endings: (() => void)[] = []
  #isStopped = true
  #looking: Promise<void> | undefined
  #claiming: Promise<void> | undefined
  #again = false

  constructor(parts: DispatcherDeps) {
    this.#parts = parts
    this.#claimant = parts.ids.next(parts.clock.now())
    this.#lanes = new Lanes(parts.scheduler, parts.lanes ?? LANES)
    this.#settlements = new Settlements(parts.deliveries, parts.log)
  }

  async start(): Promise<void> {
    const { deliveries, scheduler, clock, alone } = this.#parts
    this.#isStopped = false
    if (alone) await deliveries.release(undefined, clock.now())
    this.#endings = [
      deliveries.subscribe((endpointIds) => this.#expect(endpointIds)),
      scheduler.every(LOOK_EVERY_MS, () => this.#look()),
    ]
    this.#look()
  }

  /** Begins nothing new; resolves when what is under way has ended and is written, or is given back. */
  async stop(): Promise<void> {
    const { deliveries, scheduler, clock, log } = this.#parts
    this.#isStopped = true
    for (const end of this.#endings) end()
    await this.#looking
    await this.#claiming
    const cancelTimer = scheduler.after(PATIENCE_MS, () => this.#breakOff.abort())
    await Promise.all(this.#tries)
    cancelTimer()
    await deliveries.release(this.#claimant, clock.now()).catch((error: unknown) => {
      log.error(
        { err: error },
        'deliveries could not be given back; they are tried again when the claims run out',
      )
    })
  }

  #expect(endpointIds: readonly string[]): void {
    if (this.#isStopped) return
    for (const id of endpointIds) this.#ring.add(id)
    this.#fill()
  }

  #look(): void {
    this.#looking ??= this.#lookThrough().finally(() => {
      this.#looking = undefined
    })
  }

  async #lookThrough(): Promise<void> {
    const { deliveries, clock, log } = this.#parts
    try {
      for (let after: string | undefined; !this.#isStopped;) {
        const { ids, next } = await deliveries.dueEndpoints(clock.now(), after, ENDPOINTS_PER_POLL)
        this.#expect(ids)
        if (next === undefined) return
        after = next
      }
    } catch (error) {
      log.error({ err: error }, 'the look for deliveries that are due failed; it is repeated')
    }
  }

  /** Claims as much as there is room for. One at a time: what is claimed must be counted before more is. */
  #fill(): void {
    this.#again = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
      // Asked for after the last look at it, and before this.
      if (this.#again && !this.#isStopped) this.#fill()
    })
  }

  async #claimAll(): Promise<void> {
    const { deliveries, clock, log } = this.#parts
    while (this.#again && !this.#isStopped) {
      this.#again = false
      const wishes = this.#choose()
      if (wishes.length === 0) return
      // Off the ring before the claim: a hint that comes meanwhile puts them on again.
      for (const { endpointId } of wishes) this.#ring.delete(endpointId)
      const now = clock.now()
      try {
        const claimed = await deliveries.claim({
          endpoints: wishes,
          claimant: this.#claimant,
          now,
          until: now + CLAIM_MS,
        })
        for (const one of claimed) this.#begin(one)
        this.#putBack(wishes, claimed)
      } catch (error) {
        log.error({ err: error }, 'deliveries could not be claimed; it is repeated')
      }
    }
  }

  /** Who got all it asked for may have more. */
  #putBack(wishes: readonly EndpointClaim[], claimed: readonly ClaimedDelivery[]): void {
    const counts = Map.groupBy(claimed, ({ endpointId }) => endpointId)
    for (const { endpointId, limit } of wishes) {
      if ((counts.get(endpointId)?.length ?? 0) < limit) continue
      this.#ring.add(endpointId)
      this.#again = true
    }
  }

  #choose(): readonly EndpointClaim[] {
    const share = Math.max(1, Math.floor(this.#lanes.free / this.#ring.size))
    const wishes: EndpointClaim[] = []
    let free = this.#lanes.free
    for (const endpointId of this.#ring) {
      if (free <= 0) break
      const { pace, underWay } = this.#endpoints.get(endpointId) ?? { pace: 1, underWay: 0 }
      const limit = Math.min(pace - underWay, share, free)
      if (limit <= 0) continue
      wishes.push({ endpointId, limit })
      free -= limit
    }
    return wishes
  }

  #begin(claimed: ClaimedDelivery): void {
    const endpoint = this.#endpoints.get(claimed.endpointId) ?? { underWay: 0, pace: 1 }
    this.#endpoints.set(claimed.endpointId, endpoint)
    endpoint.underWay += 1
    const leaveLane = this.#lanes.enter(claimed.failures > 0, () => this.#fill())
    const work = this.#attempt(claimed, endpoint).finally(() => {
      leaveLane()
      endpoint.underWay -= 1
      if (endpoint.underWay === 0 && !this.#ring.has(claimed.endpointId)) {
        this.#endpoints.delete(claimed.endpointId)
      }
      this.#tries.delete(work)
      this.#fill()
    })
    this.#tries.add(work)
  }

  async #attempt(claimed: ClaimedDelivery, endpoint: Endpoint): Promise<void> {
    try {
      const outcome = await tryDelivery(this.#parts, claimed, this.#breakOff.signal)
      if (outcome === undefined) return
      const hasArrived = outcome.verdict.kind === 'delivered'
      endpoint.pace = hasArrived ? Math.min(endpoint.pace + 1, MAX_PER_ENDPOINT) : 1
      await this.#settlements.add(outcome)
    } catch (error) {
      const fields = { err: error, webhook_id: claimed.endpointId, delivery_id: claimed.id }
      this.#parts.log.error(fields, 'a delivery could not be tried; it is repeated when its claim runs out')
    }
  }
}
