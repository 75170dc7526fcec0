import type { AccountId } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

/** The first answer to a request that carried an `Idempotency-Key`. */
export interface RememberedAnswer {
  /** Fingerprint of the request: method, path and body. */
  readonly request: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface IdempotencyStore {
  find(account: AccountId, key: string, notBefore: number): Promise<RememberedAnswer | undefined>
  /**
   * Takes the key for this transaction. When another transaction holds it, waits for that one's end. Undefined: the key
   * is ours and `remember` must follow; otherwise the answer that was remembered first.
   */
  claim(
    tx: Transaction,
    account: AccountId,
    key: string,
    at: number,
    notBefore: number,
  ): Promise<RememberedAnswer | undefined>
  remember(tx: Transaction, account: AccountId, key: string, answer: RememberedAnswer): Promise<void>
  /** Deletes up to `limit` answers older than `before`; tells how many. */
  prune(before: number, limit: number): Promise<number>
}
