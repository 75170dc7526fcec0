import type { AccountId, SealedCredential } from '#domain/index.ts'
import type { Clock, CredentialReader, Log, RevealedCredential, Store, Vault } from '#ports/index.ts'

/** `last_used_at` may be this much behind: a write for every use would cost more than it tells. */
const USE_IS_NOTED_EVERY_MS = 60_000

interface Parts {
  readonly store: Pick<Store, 'credentials' | 'write'>
  readonly vault: Pick<Vault, 'open'>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

export class VaultCredentialReader implements CredentialReader {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async reveal(account: AccountId, credentialId: string): Promise<RevealedCredential | undefined> {
    const { store, vault } = this.#parts
    const credential = await store.credentials.find(account, credentialId.toLowerCase())
    if (credential === undefined) return undefined
    const { id, type, allowedHosts, sealedValue } = credential
    const value = vault.open({ purpose: 'credentials', accountId: account, recordId: id }, sealedValue)
    await this.#noteUse(credential)
    return { type, value, allowedHosts }
  }

  /** What needs the secret goes on also when this cannot be written, as when the disk is full. */
  async #noteUse({ id, accountId, lastUsedAt }: SealedCredential): Promise<void> {
    const { store, clock, log } = this.#parts
    const now = clock.now()
    if (lastUsedAt !== null && now - lastUsedAt < USE_IS_NOTED_EVERY_MS) return
    try {
      await store.write((tx) => store.credentials.recordUse(tx, accountId, id, now))
    } catch (error) {
      log.warn({ err: error, credentialId: id }, 'The use of a credential could not be noted.')
    }
  }
}
