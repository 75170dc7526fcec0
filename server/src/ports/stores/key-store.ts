import type { Account, AccountId, ApiKey } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

/** A key together with the account it speaks for: what a request needs to be let in. */
export interface KeyHolder {
  readonly key: ApiKey
  readonly account: Account
}

export interface KeyStore {
  /** `digest` is the keyed digest of the key's text; the text itself is stored nowhere. */
  insert(tx: Transaction, key: ApiKey, digest: string): Promise<void>
  findByDigest(digest: string): Promise<KeyHolder | undefined>
  /** Newest first, revoked ones included. */
  list(account: AccountId): Promise<readonly ApiKey[]>
  /** The key as it is afterwards; undefined when the account has no such key. A second revocation changes nothing. */
  revoke(tx: Transaction, account: AccountId, id: string, at: number): Promise<ApiKey | undefined>
  /** Notes when keys were last used. Later than the use and not durable at once: it is for people to look at. */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>
}
