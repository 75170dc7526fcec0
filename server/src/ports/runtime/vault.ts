import type { VaultPurpose } from '#domain/index.ts'

/** Where a sealed value belongs. It is bound into the seal: moved to another record or account it does not open. */
export interface SealContext {
  readonly purpose: VaultPurpose
  readonly accountId: string
  readonly recordId: string
}

/** Keeps secrets unreadable at rest. Synchronous: the work is microseconds and callers hold no lock while waiting. */
export interface Vault {
  /** Names the current master key without revealing anything of it. */
  readonly keyId: string
  /** Encrypts under the current master key. Two seals of the same text differ. */
  seal(context: SealContext, plaintext: string): string
  /** Decrypts with whichever known master key sealed it; throws `UnsealError`. */
  open(context: SealContext, sealed: string): string
  /** The key id a sealed value names, or null for text that is not sealed. Rotation reseals what is not current. */
  keyIdOf(sealed: string): string | null
  /**
   * Keyed HMAC-SHA256 (hex), for finding a secret without storing it: the same for as long as the database lives, whatever
   * becomes of the master key.
   */
  digest(purpose: VaultPurpose, text: string): string
  /** The same under every known master key, current first: for what must end with the key it was made with. */
  masterDigests(purpose: VaultPurpose, text: string): readonly string[]
}
