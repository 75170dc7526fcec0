import type { CredentialStatus } from '@millrace/contract/credential.ts'
import type { AccountId } from '../accounts/account.ts'

export interface Credential {
  readonly id: string
  readonly accountId: AccountId
  readonly name: string
  readonly type: string
  readonly allowedHosts: readonly string[] | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
  /** What the last use showed about the current value. */
  readonly status: CredentialStatus
  readonly lastError: { readonly message: string; readonly at: number } | null
  /** Since when it has its current value. A result of a use is about the value of that time. */
  readonly valueChangedAt: number
}

/** A credential with its stored secret, which is sealed and readable only through the vault. */
export interface SealedCredential extends Credential {
  readonly sealedValue: string
}
