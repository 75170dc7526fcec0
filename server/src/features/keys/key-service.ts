import type { Scope } from '@millrace/contract/scopes.ts'
import { type AccountId, type ApiKey, keyPrefix, notFound } from '#domain/index.ts'
import type { Clock, Ids, Store, Transaction, Vault } from '#ports/index.ts'

const KEY_BYTES = 32

export interface WantedKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: number | null
}

interface KeyServiceDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
}

/** Creates, lists and revokes API keys, for the web app and the command line. */
export class KeyService {
  readonly #deps: KeyServiceDeps

  constructor(deps: KeyServiceDeps) {
    this.#deps = deps
  }

  /** The text of the key is returned and stored nowhere. */
  async create(
    tx: Transaction,
    account: AccountId,
    wanted: WantedKey,
  ): Promise<{ record: ApiKey; key: string }> {
    const key = `mr_${this.#deps.ids.secret(KEY_BYTES)}`
    return { record: await this.adopt(tx, account, wanted, key), key }
  }

  /** Stores a key whose text the operator chose. */
  async adopt(tx: Transaction, account: AccountId, wanted: WantedKey, key: string): Promise<ApiKey> {
    const { store, clock, ids, vault } = this.#deps
    const now = clock.now()
    const record: ApiKey = {
      id: ids.next(now),
      accountId: account,
      name: wanted.name.trim(),
      prefix: keyPrefix(key),
      scopes: wanted.scopes,
      createdAt: now,
      expiresAt: wanted.expiresAt,
      lastUsedAt: null,
      revokedAt: null,
    }
    await store.keys.insert(tx, record, vault.digest('api-key-digest', key))
    return record
  }

  list(account: AccountId): Promise<readonly ApiKey[]> {
    return this.#deps.store.keys.list(account)
  }

  async revoke(account: AccountId, id: string): Promise<ApiKey> {
    const { store, clock } = this.#deps
    const key = await store.write((tx) => store.keys.revoke(tx, account, id, clock.now()))
    if (key === undefined) throw notFound('API key')
    return key
  }
}
