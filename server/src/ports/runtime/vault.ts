import type { VaultPurpose } from '#domain/index.ts'

/** The record a sealed value belongs to. It is authenticated data: in another record or account, the value does not open. */
export interface SealContext {
  readonly purpose: VaultPurpose
  readonly accountId: string
  readonly recordId: string
}

/** Encrypts secrets at rest. Synchronous, because an operation takes microseconds. */
export interface Vault {
  /** Identifies the current master key without revealing any of it. */
  readonly keyId: string
  /** Encrypts with the current master key. Sealing the same text twice yields different results. */
  seal(context: SealContext, plaintext: string): string
  /** Decrypts with the known master key that sealed the value. Throws `UnsealError` when that fails. */
  open(context: SealContext, sealed: string): string
  /** Returns the key id in a sealed value, or null for text that is not sealed. Key rotation reseals values with another id. */
  keyIdOf(sealed: string): string | null
  /**
   * Returns a keyed HMAC-SHA256 in hex, for looking up a secret without storing it. Stays the same for the lifetime of the
   * database, also when the master key is rotated.
   */
  digest(purpose: VaultPurpose, text: string): string
  /** Returns one digest per known master key, the current one first. For values that must expire with their master key. */
  masterDigests(purpose: VaultPurpose, text: string): readonly string[]
}
