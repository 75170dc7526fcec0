import type { AccountId, SealedCredential } from '#domain/index.ts'
import type { Clock, CredentialReader, Log, RevealedCredential, Store, Vault } from '#ports/index.ts'

/** `last_used_at` may lag by this much: a write for every use would cost more than it is worth. */
const USE_RECORD_INTERVAL_MS = 60_000

interface VaultCredentialReaderDeps {
  readonly store: Pick<Store, 'credentials' | 'write'>
  readonly vault: Pick<Vault, 'open'>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

export class VaultCredentialReader implements CredentialReader {
  readonly #deps: VaultCredentialReaderDeps

  constructor(deps: VaultCredentialReaderDeps) {
    this.#deps = deps
  }

  async reveal(account: AccountId, credentialId: string): Promise<RevealedCredential | undefined> {
    const { store, vault } = this.#deps
    const credential = await store.credentials.find(account, credentialId.toLowerCase())
    if (credential === undefined) return undefined
    const { id, type, allowedHosts, sealedValue } = credential
    const value = vault.open({ purpose: 'credentials', accountId: account, recordId: id }, sealedValue)
    await this.#recordUse(credential)
    return { type, value, allowedHosts }
  }

  /** The caller gets its secret even if this cannot be written, for example because the disk is full. */
  async #recordUse({ id, accountId, lastUsedAt }: SealedCredential): Promise<void> {
    const { store, clock, log } = this.#deps
    const now = clock.now()
    if (lastUsedAt !== null && now - lastUsedAt < USE_RECORD_INTERVAL_MS) return
    try {
      await store.write((tx) => store.credentials.recordUse(tx, accountId, id, now))
    } catch (error) {
      log.warn({ err: error, credential_id: id }, 'recording credential use failed')
    }
  }
}
