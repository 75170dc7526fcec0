import type { Scope } from '@millrace/contract/scopes.ts'
import { type AccountId, type ApiKey, type Author, keyPrefix, notFound } from '#domain/index.ts'
import type { Clock, Ids, Store, Transaction, Vault } from '#ports/index.ts'
import { AuditLog } from '../audit/audit-log.ts'

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
  readonly #audit: AuditLog

  constructor(deps: KeyServiceDeps) {
    this.#deps = deps
    this.#audit = new AuditLog(deps)
  }

  /** The text of the key is returned and stored nowhere. */
  async create(tx: Transaction, author: Author, wanted: WantedKey): Promise<{ record: ApiKey; key: string }> {
    const key = `mr_${this.#deps.ids.secret(KEY_BYTES)}`
    return { record: await this.adopt(tx, author, wanted, key), key }
  }

  /** Stores a key whose text the operator chose. */
  async adopt(tx: Transaction, author: Author, wanted: WantedKey, key: string): Promise<ApiKey> {
    const { store, clock, ids, vault } = this.#deps
    const now = clock.now()
    const record: ApiKey = {
      id: ids.next(now),
      accountId: author.accountId,
      name: wanted.name.trim(),
      prefix: keyPrefix(key),
      scopes: wanted.scopes,
      createdAt: now,
      expiresAt: wanted.expiresAt,
      lastUsedAt: null,
      revokedAt: null,
    }
    await store.keys.insert(tx, record, vault.digest('api-key-digest', key))
    await this.#audit.record(tx, author, {
      ...keyChange('api_key.create', record),
      details: { scopes: record.scopes },
    })
    return record
  }

  list(account: AccountId): Promise<readonly ApiKey[]> {
    return this.#deps.store.keys.list(account)
  }

  async revoke(author: Author, id: string): Promise<ApiKey> {
    const { store, clock } = this.#deps
    const key = await store.write(async (tx) => {
      const now = clock.now()
      const revoked = await store.keys.revoke(tx, author.accountId, id, now)
      // A key that was revoked before stays as it is.
      if (revoked?.revokedAt === now)
        await this.#audit.record(tx, author, keyChange('api_key.revoke', revoked))
      return revoked
    })
    if (key === undefined) throw notFound('API key')
    return key
  }
}

function keyChange(action: string, { id, name }: ApiKey) {
  return { action, resourceId: id, resourceName: name }
}
