import type { AccountId } from '../accounts/account.ts'

export interface Credential {
  readonly id: string
  readonly accountId: AccountId
  readonly name: string
  readonly type: string
  readonly allowedHosts: readonly string[] | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** A credential with its stored secret, which is sealed and readable only through the vault. */
export interface SealedCredential extends Credential {
  readonly sealedValue: string
}
