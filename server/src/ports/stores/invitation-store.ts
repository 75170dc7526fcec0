import type { AccountId, Invitation } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

/** Links with which people join an account. */
export interface InvitationStore {
  /** `digest` is the keyed digest of the token in the link. The token itself is never stored. */
  insert(tx: Transaction, invitation: Invitation, digest: string): Promise<void>
  /** Newest first, also those that have expired. */
  list(account: AccountId): Promise<readonly Invitation[]>
  /** Undefined when there is no such invitation, or when it has expired at `now`. */
  find(digest: string, now: number): Promise<Invitation | undefined>
  /** Consumes an invitation. Undefined when there is none, it is already used, or it has expired at `now`. */
  use(tx: Transaction, digest: string, now: number): Promise<Invitation | undefined>
  /** Revokes an invitation and returns it; undefined when the account has no such invitation. */
  delete(tx: Transaction, account: AccountId, id: string): Promise<Invitation | undefined>
  /** Deletes invitations that expired before `before`. */
  prune(before: number): Promise<void>
}
