import type { CredentialStatus } from '@millrace/contract/credential.ts'
import type { AccountId, Credential, SealedCredential } from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface CredentialFilter {
  /** Part of the name. Case is ignored. */
  readonly search?: string | undefined
  readonly type?: string | undefined
  readonly status?: CredentialStatus | undefined
}

/** The members to change; absent ones stay. */
export interface CredentialUpdate {
  readonly name?: string
  readonly allowedHosts?: readonly string[] | null
  /** Also resets the status: nothing is known about the new value. */
  readonly value?: { readonly sealed: string; readonly at: number }
}

/** How a service received the value that a credential had at `valueChangedAt`. */
export interface CredentialResult {
  readonly valueChangedAt: number
  /** Null if the service accepted it. */
  readonly error: string | null
  readonly at: number
}

export interface CredentialStore {
  insert(tx: Transaction, credential: SealedCredential): Promise<void>
  /** Newest first, without the sealed values. */
  list(account: AccountId, page: PageRequest, filter?: CredentialFilter): Promise<Page<Credential>>
  find(account: AccountId, id: string, tx?: Transaction): Promise<SealedCredential | undefined>
  /** Changes only the given members. Returns the credential after the change; undefined when there is none. */
  update(
    tx: Transaction,
    account: AccountId,
    id: string,
    changes: CredentialUpdate,
  ): Promise<Credential | undefined>
  /** False when the account has no such credential. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<boolean>
  /** Stores the time of the last use. Does nothing when the account has no such credential. */
  recordUse(tx: Transaction, account: AccountId, id: string, at: number): Promise<void>
  /** Stores the status of the credential. Does nothing when its value has been replaced since. */
  recordResult(tx: Transaction, account: AccountId, id: string, result: CredentialResult): Promise<void>
}
