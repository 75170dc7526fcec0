import type { Transaction } from './shared/transaction.ts'
import type { SealedPurpose } from '#domain/index.ts'
import type { SealContext } from '../runtime/vault.ts'

/**
 * Sealed records of the vault itself: `canary` proves that the master key is right, `digest-root` is the key of its
 * digests.
 */
export type VaultRecordName = 'canary' | 'digest-root'

/** A sealed value with the context that opens it. */
export interface SealedValue extends SealContext {
  readonly purpose: SealedPurpose
  /** A webhook endpoint has two secrets for a day after its secret was rotated. */
  readonly slot: 'current' | 'earlier'
  readonly sealed: string
}

export interface VaultStore {
  /** Undefined when the record does not exist. */
  read(name: VaultRecordName): Promise<string | undefined>
  /** Stores a record unless it exists. False when it already existed; the stored record stays unchanged. */
  add(tx: Transaction, name: VaultRecordName, sealed: string): Promise<boolean>
  /** How many values are sealed with a key other than `keyId`. */
  countSealedWithOtherKeys(keyId: string): Promise<number>
  /** Returns up to `limit` values sealed with a key other than `keyId`, after `after` in a stable order. */
  listSealedWithOtherKeys(query: {
    readonly purpose: SealedPurpose
    readonly keyId: string
    readonly after: SealedValue | undefined
    readonly limit: number
  }): Promise<readonly SealedValue[]>
  /** Replaces a sealed value. False when the stored value has changed or was deleted since it was read. */
  reseal(tx: Transaction, value: SealedValue, sealed: string): Promise<boolean>
}
