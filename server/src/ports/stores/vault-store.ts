import type { Transaction } from './shared/transaction.ts'
import type { SealedPurpose } from '#domain/index.ts'
import type { SealContext } from '../runtime/vault.ts'

/** What the vault keeps of its own, sealed: the proof that its key is the right one, and the key of its digests. */
export type VaultRecordName = 'canary' | 'digest-root'

/** A sealed value wherever it is stored, with what opens it. */
export interface SealedValue extends SealContext {
  readonly purpose: SealedPurpose
  /** A webhook has two secrets for a day after one was changed. */
  readonly slot: 'current' | 'earlier'
  readonly sealed: string
}

export interface VaultStore {
  read(name: VaultRecordName): Promise<string | undefined>
  /** Keeps the first one: false when there was one already. */
  add(tx: Transaction, name: VaultRecordName, sealed: string): Promise<boolean>
  /** Values that were sealed with another key than this one, those behind `after` in an order that does not change. */
  listSealedByOthers(query: {
    readonly purpose: SealedPurpose
    readonly keyId: string
    readonly after: SealedValue | undefined
    readonly limit: number
  }): Promise<readonly SealedValue[]>
  /** False when the value has changed or gone since it was read. */
  reseal(tx: Transaction, value: SealedValue, sealed: string): Promise<boolean>
}
