import { UnsealError } from '#domain/index.ts'
import type { SealContext, Vault } from '#ports/index.ts'

const context: SealContext = { purpose: 'canary', accountId: '', recordId: 'canary' }
const plaintext = 'the master key is the right one'

export type CanaryResult =
  /** One of the keys is the right one. */
  | { readonly status: 'alive' }
  /** No canary is stored yet (first start): store this one. */
  | { readonly status: 'store'; readonly sealed: string }
  /** Do not start: the stored secrets are sealed with another key. */
  | { readonly status: 'dead'; readonly message: string }

/**
 * Checks whether the vault has the key with which the secrets in this database are sealed. The check runs before anything
 * is written, so that the database never holds secrets sealed with different keys.
 *
 * @param sealed the value stored in the database, undefined if there is none
 */
export function checkCanary(vault: Vault, sealed: string | undefined): CanaryResult {
  if (sealed === undefined) return { status: 'store', sealed: vault.seal(context, plaintext) }
  try {
    if (vault.open(context, sealed) !== plaintext) return { status: 'dead', message: explain(vault, sealed) }
  } catch (error) {
    if (error instanceof UnsealError) return { status: 'dead', message: explain(vault, sealed) }
    throw error
  }
  return { status: 'alive' }
}

function explain(vault: Vault, sealed: string): string {
  const wanted = vault.keyIdOf(sealed)
  const expected = wanted === null ? 'an unknown master key' : `master key ${wanted}`
  return (
    `The stored secrets are sealed with ${expected}, but the service was started with master key ${vault.keyId}. ` +
    'Restore the right key from your backup, in MILLRACE_MASTER_KEY or as master.key in the data folder. ' +
    'The service does not start with another key, because no single key could read all secrets afterwards.'
  )
}
