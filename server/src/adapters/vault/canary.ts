import { UnsealError } from '#domain/index.ts'
import type { SealContext, Vault } from '#ports/index.ts'

const context: SealContext = { purpose: 'canary', accountId: '', recordId: 'canary' }
const song = 'the master key is the right one'

export type CanaryResult =
  /** The right key is among those given. */
  | { readonly status: 'alive' }
  /** None was stored yet (first start): store this one. */
  | { readonly status: 'store'; readonly sealed: string }
  /** Do not start: the key is not the one the stored secrets were sealed with. */
  | { readonly status: 'dead'; readonly message: string }

/**
 * Tells whether the vault's key is the one this database was filled with, before anything is written with a wrong one
 * and two halves of the secrets need two keys.
 *
 * @param sealed the value kept in the database, undefined when there is none
 */
export function checkCanary(vault: Vault, sealed: string | undefined): CanaryResult {
  if (sealed === undefined) return { status: 'store', sealed: vault.seal(context, song) }
  try {
    if (vault.open(context, sealed) !== song) return { status: 'dead', message: explain(vault, sealed) }
  } catch (error) {
    if (error instanceof UnsealError) return { status: 'dead', message: explain(vault, sealed) }
    throw error
  }
  return { status: 'alive' }
}

function explain(vault: Vault, sealed: string): string {
  const wanted = vault.keyIdOf(sealed)
  const named = wanted === null ? 'a key that cannot be told' : `master key ${wanted}`
  return (
    `The stored secrets were sealed with ${named}, but this start was given master key ${vault.keyId}. ` +
    'Put the right key back (MILLRACE_MASTER_KEY, or master.key in the data folder, from your backup); ' +
    'the service does not start with another one, because what it would write could not be read together with the rest.'
  )
}
