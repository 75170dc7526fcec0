import type { AccountId } from '#domain/index.ts'

/** A credential with its secret in clear. Lives as long as the call that needs it: never kept, logged or answered. */
export interface RevealedCredential {
  readonly type: string
  readonly value: string
  /** Hosts the secret may be sent to; null means any. */
  readonly allowedHosts: readonly string[] | null
}

/** The one way for a node to a secret. */
export interface CredentialReader {
  /** Undefined when the account has no such credential. Notes that it was used. */
  reveal(account: AccountId, credentialId: string): Promise<RevealedCredential | undefined>
}
