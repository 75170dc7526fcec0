import type { Account, AccountId, ApiKey } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

/** An API key and its account: what authenticating a request needs. */
export interface KeyHolder {
  readonly key: ApiKey
  readonly account: Account
}

export interface KeyStore {
  /** `digest` is the keyed digest of the key's text. The text itself is never stored. */
  insert(tx: Transaction, key: ApiKey, digest: string): Promise<void>
  /** Returns the key even if it is revoked or expired; undefined when there is none. */
  findByDigest(digest: string): Promise<KeyHolder | undefined>
  /** Returns all keys, newest first, including revoked ones. */
  list(account: AccountId): Promise<readonly ApiKey[]>
  /** Revokes a key and returns it; undefined when the account has no such key. Revoking it again changes nothing. */
  revoke(tx: Transaction, account: AccountId, id: string, at: number): Promise<ApiKey | undefined>
  /** Stores when keys were last used, by key id. Informational: written with a delay, and not durable immediately. */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>
}
