import type { AccountId } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

/** The first response to a request that carried an `Idempotency-Key`. */
export interface RememberedAnswer {
  /** Fingerprint of the request: method, path and body. */
  readonly request: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface IdempotencyClaim {
  readonly account: AccountId
  readonly key: string
  readonly at: number
  /** Responses that are older have expired. */
  readonly notBefore: number
}

export interface IdempotencyStore {
  /** Undefined when there is no response for the key, or when it is older than `notBefore`. */
  find(account: AccountId, key: string, notBefore: number): Promise<RememberedAnswer | undefined>
  /**
   * Claims a key for `tx`. If another transaction holds the key, waits until that transaction ends. Undefined when the key is
   * claimed: call `remember` in the same `tx`. Otherwise returns the stored response, and nothing is written.
   */
  claim(tx: Transaction, claim: IdempotencyClaim): Promise<RememberedAnswer | undefined>
  /** Stores the response for a key that `tx` has claimed. */
  remember(tx: Transaction, account: AccountId, key: string, answer: RememberedAnswer): Promise<void>
  /** Deletes up to `limit` responses from before `before`. Returns how many. */
  prune(before: number, limit: number): Promise<number>
}
