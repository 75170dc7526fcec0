import type { AccountId, SealedCredential } from '#domain/index.ts'
import type { Clock, CredentialReader, Log, RevealedCredential, Store, Vault } from '#ports/index.ts'

/** `last_used_at` may lag by this much: a write for every use would cost more than it is worth. */
const USE_RECORD_INTERVAL_MS = 60_000
/** The same refusal again is stored at most this often. */
const ERROR_RECORD_INTERVAL_MS = 60_000
const MAX_ERROR_LENGTH = 1_000

interface VaultCredentialReaderDeps {
  readonly store: Pick<Store, 'credentials' | 'write'>
  readonly vault: Pick<Vault, 'open'>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

export class VaultCredentialReader implements CredentialReader {
  readonly #deps: VaultCredentialReaderDeps
  /** The rows that the secrets were read from: a result is about the value of that time. */
  readonly #revealed = new WeakMap<RevealedCredential, SealedCredential>()

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
    const revealed = { type, value, allowedHosts }
    this.#revealed.set(revealed, credential)
    return revealed
  }

  async report(revealed: RevealedCredential, error: string | null): Promise<void> {
    const { store, clock, log } = this.#deps
    const credential = this.#revealed.get(revealed)
    if (credential === undefined) return
    const { id, accountId, valueChangedAt } = credential
    const at = clock.now()
    if (isKnown(credential, error, at)) return
    // Text from a service can contain anything; PostgreSQL does not store NUL.
    const message = error?.toWellFormed().replaceAll('\u0000', ' ').slice(0, MAX_ERROR_LENGTH) ?? null
    try {
      await store.write((tx) =>
        store.credentials.recordResult(tx, accountId, id, { valueChangedAt, error: message, at }),
      )
    } catch (failure) {
      log.warn({ err: failure, credential_id: id }, 'recording credential status failed')
    }
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

/** Whether storing the result would change nothing that matters: a credential in use would otherwise cost a write per use. */
function isKnown({ status, lastError }: SealedCredential, error: string | null, now: number): boolean {
  if (error === null) return status === 'working'
  return status === 'failing' && lastError !== null && now - lastError.at < ERROR_RECORD_INTERVAL_MS
}
