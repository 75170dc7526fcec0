import type { AccountId } from '#domain/index.ts'

/** A credential with its secret in plain text. Use it for one call only; never store, log or return it. */
export interface RevealedCredential {
  readonly type: string
  readonly value: string
  /** Hosts the secret may be sent to; null means any. */
  readonly allowedHosts: readonly string[] | null
}

/** The only way for a node to obtain a secret. */
export interface CredentialReader {
  /** Decrypts a credential and records that it was used. Undefined when the account has no such credential. */
  reveal(account: AccountId, credentialId: string): Promise<RevealedCredential | undefined>
  /**
   * Reports how the service received the secret, for the status of the credential. `error` is the refusal without secrets,
   * null if the service accepted the secret. Call it only with a credential that `reveal` returned; it never throws.
   */
  report(credential: RevealedCredential, error: string | null): Promise<void>
}
