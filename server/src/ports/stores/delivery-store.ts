import type { DeliveryStatus } from '@millrace/contract/delivery.ts'
import type {
  AccountId,
  Delivery,
  DeliveryAttempt,
  DomainEvent,
  EarlierSecret,
  LoggedDelivery,
} from '#domain/index.ts'
import type { CursorRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface DueEndpoints {
  /** Endpoints that are active, not paused, and have a delivery due. */
  readonly ids: readonly string[]
  /** Pass as `after` to continue; undefined after the last endpoint. */
  readonly next: string | undefined
}

/** How many deliveries to claim for one endpoint. */
export interface EndpointClaim {
  readonly endpointId: string
  readonly limit: number
}

export interface ClaimRequest {
  readonly endpoints: readonly EndpointClaim[]
  /** Identifies the claiming process. No other process can claim the same deliveries until `until`. */
  readonly claimant: string
  readonly now: number
  /** When the claim expires. Other processes may claim the delivery again from then on. */
  readonly until: number
}

/** A claimed delivery with everything its attempt needs. */
export interface ClaimedDelivery {
  readonly id: string
  readonly endpointId: string
  readonly accountId: AccountId
  readonly claimant: string
  readonly body: string
  /** Number of the attempt that starts with this claim, counted over the lifetime of the delivery. */
  readonly attempt: number
  /** Completed attempts since the delivery was created or last redelivered. */
  readonly attemptsBefore: number
  readonly url: string
  readonly sealedSecret: string
  readonly earlierSecret: EarlierSecret | null
  /** Consecutive failures of the endpoint. */
  readonly failures: number
}

/** The result of a delivery attempt. */
export interface AttemptOutcome {
  readonly claimed: ClaimedDelivery
  readonly attempt: DeliveryAttempt
  readonly verdict:
    | { readonly kind: 'delivered' }
    | {
        readonly kind: 'failed'
        /** When to attempt the delivery again; null: never, it has failed for good. */
        readonly retryAt: number | null
        /** Until when the endpoint receives nothing; null: other deliveries continue. */
        readonly pausedUntil: number | null
        /** Whether to disable the endpoint: now, or if all attempts since before this time have failed. */
        readonly disable:
          | { readonly kind: 'now' }
          | { readonly kind: 'failing-since'; readonly before: number }
      }
}

export interface DeliveryRange {
  readonly status: DeliveryStatus
  /** Inclusive, in milliseconds. */
  readonly from: number
  readonly to: number
}

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined
  /** Inclusive, in milliseconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface RedeliverRequest {
  readonly account: AccountId
  readonly endpointId: string
  readonly id: string
  readonly now: number
}

export interface RedeliverRangeRequest {
  readonly account: AccountId
  readonly endpointId: string
  readonly range: DeliveryRange
  /** Continue after this delivery. */
  readonly after?: string | undefined
  readonly now: number
  readonly limit: number
}

export interface RedeliveredRange {
  readonly count: number
  /** The last delivery that is sent again; undefined if there was none. */
  readonly lastId: string | undefined
  /** How many deliveries the range has after that one. */
  readonly remaining: number
}

/**
 * Events and their deliveries to webhook endpoints. An event is written in the transaction of the change it describes,
 * together with one delivery for each endpoint that is active and subscribed to its kind at that moment. Without such an
 * endpoint nothing is written.
 */
export interface DeliveryStore {
  /** Writes an event and its deliveries. The execution store publishes the events of ended executions itself. */
  publish(tx: Transaction, event: DomainEvent): Promise<void>
  /**
   * Calls `onDue` after each commit of this process that made deliveries due, with the ids of their endpoints. Only a hint:
   * polling finds what other processes commit. The returned function ends the subscription.
   */
  subscribe(onDue: (endpointIds: readonly string[]) => void): () => void
  /**
   * Checks up to `limit` endpoints that have pending deliveries, in the order of their ids, starting after `after`. The cost
   * grows with the number of endpoints, not with the number of deliveries.
   */
  dueEndpoints(now: number, after: string | undefined, limit: number): Promise<DueEndpoints>
  /** The accounts of endpoints. Endpoints that do not exist are missing. */
  accountsOf(endpointIds: readonly string[]): Promise<ReadonlyMap<string, AccountId>>
  /**
   * Claims due deliveries, for each endpoint those that have been due longest. Skips endpoints that are disabled or paused.
   * Two processes never hold a claim on the same delivery.
   */
  claim(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>
  /**
   * Records the outcomes of attempts. A success counts even if the claim has expired; a failure changes the delivery only
   * while the claimant still holds the claim. Not durable: an outcome lost in a power failure leads to another attempt.
   */
  settle(outcomes: readonly AttemptOutcome[]): Promise<void>
  /** Releases the claims of `claimant`, or all claims when it is undefined. The deliveries are due at `now`. */
  release(claimant: string | undefined, now: number): Promise<void>
  /** Newest first. */
  list(
    account: AccountId,
    endpointId: string,
    filter: DeliveryFilter,
    cursor: CursorRequest,
  ): Promise<readonly Delivery[]>
  /** Returns a delivery with its body and its latest attempts; undefined when the endpoint has no such delivery. */
  find(account: AccountId, endpointId: string, id: string): Promise<LoggedDelivery | undefined>
  /**
   * Makes a delivery pending and restarts its attempt schedule. Returns the delivery after the change; undefined when the
   * endpoint has no such delivery. An attempt in progress keeps its claim, so the delivery is not sent twice at a time.
   */
  redeliver(tx: Transaction, request: RedeliverRequest): Promise<Delivery | undefined>
  /** Redelivers up to `limit` deliveries of a range, oldest first. */
  redeliverRange(tx: Transaction, request: RedeliverRangeRequest): Promise<RedeliveredRange>
  /** Deletes up to `limit` events from before `before`, with their deliveries and attempts. Returns the number of events. */
  prune(before: number, limit: number): Promise<number>
}
