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
  /** Those that can be sent something right now. */
  readonly ids: readonly string[]
  /** Where to go on; undefined after the last. */
  readonly next: string | undefined
}

/** How many deliveries of a webhook somebody wants to try now. */
export interface ClaimWish {
  readonly endpointId: string
  readonly limit: number
}

export interface ClaimRequest {
  readonly wishes: readonly ClaimWish[]
  /** Names the process: what it claims is nobody else's until `until`. */
  readonly claimant: string
  readonly now: number
  /** From then on the claim counts for nothing, and others may try the delivery. */
  readonly until: number
}

/** A delivery that is to be tried now, with all that a try needs. */
export interface ClaimedDelivery {
  readonly id: string
  readonly endpointId: string
  readonly accountId: AccountId
  readonly claimant: string
  readonly body: string
  /** Number of the attempt that begins with the claim. */
  readonly attempt: number
  /** Tries since it was made or redelivered. */
  readonly tries: number
  readonly url: string
  readonly sealedSecret: string
  readonly earlierSecret: EarlierSecret | null
  /** Failures in a row of the webhook. */
  readonly failures: number
}

/** What came of a try. */
export interface TryOutcome {
  readonly claimed: ClaimedDelivery
  readonly attempt: DeliveryAttempt
  readonly verdict:
    | { readonly kind: 'delivered' }
    | {
        readonly kind: 'failed'
        readonly againAt: number | null
        readonly restUntil: number | null
        /** Disables the webhook: at once, or when it has only failed since before this time. */
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

/**
 * Events, and their way to each webhook. An event is written in the transaction of what it tells of, together with one
 * delivery for each webhook that is active and asked for its kind at that moment; without such a webhook nothing is written.
 */
export interface DeliveryStore {
  /** Ends of executions are told by the execution store itself. */
  publish(tx: Transaction, event: DomainEvent): Promise<void>
  /**
   * Calls back after each commit of this process that made deliveries due, with the ids of their webhooks. Only a hint:
   * what other processes write is found by looking. The returned function ends it.
   */
  watch(onDue: (endpointIds: readonly string[]) => void): () => void
  /**
   * Looks at up to `limit` webhooks that have something pending, in the order of their ids from the first after `after` on.
   * The effort grows with the number of webhooks, not with that of deliveries.
   */
  dueEndpoints(now: number, after: string | undefined, limit: number): Promise<DueEndpoints>
  /** Claims due deliveries, for each webhook those that were due first. Two processes never claim the same one. */
  claim(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>
  /**
   * Writes what came of tries. A success counts also when the claim has run out meanwhile; a failure counts only for
   * whoever holds the claim.
   */
  settle(outcomes: readonly TryOutcome[]): Promise<void>
  /** Gives claims back, to be tried again at once: those of the claimant, or everybody's. */
  release(claimant: string | undefined, now: number): Promise<void>
  list(
    account: AccountId,
    endpointId: string,
    status: DeliveryStatus | undefined,
    cursor: CursorRequest,
  ): Promise<readonly Delivery[]>
  find(account: AccountId, endpointId: string, id: string): Promise<LoggedDelivery | undefined>
  /** Begins the schedule of tries anew; one that is being tried right now is not tried twice meanwhile. */
  redeliver(
    tx: Transaction,
    account: AccountId,
    endpointId: string,
    id: string,
    now: number,
  ): Promise<Delivery | undefined>
  /** The same for up to `limit` deliveries of a range, oldest first. */
  redeliverRange(
    tx: Transaction,
    account: AccountId,
    endpointId: string,
    range: DeliveryRange,
    now: number,
    limit: number,
  ): Promise<{ readonly count: number; readonly hasMore: boolean }>
  /** Deletes up to `limit` events that happened before `before`, with their deliveries, and tells how many. */
  prune(before: number, limit: number): Promise<number>
}
