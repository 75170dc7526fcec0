import type { AccountId } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface Session {
  /** Keyed digest of the session cookie's value. */
  readonly digest: string
  readonly accountId: AccountId
  readonly userId: string
  readonly createdAt: number
  readonly expiresAt: number
}

export interface SessionStore {
  insert(tx: Transaction, session: Session): Promise<void>
  /** Undefined when there is no such session, or when it has expired at `now`. */
  find(digest: string, now: number): Promise<Session | undefined>
  delete(tx: Transaction, digest: string): Promise<void>
  /** Deletes all sessions of a user except the one with the digest `keep`. */
  deleteOfUser(tx: Transaction, account: AccountId, userId: string, keep?: string): Promise<void>
  /** Deletes expired sessions. Returns how many. */
  prune(now: number): Promise<number>
}

/** One-time links for creating the first owner. */
export interface SetupLinkStore {
  insert(tx: Transaction, digest: string, at: number): Promise<void>
  exists(digest: string): Promise<boolean>
  /** Consumes a link and invalidates all others. False when the link does not exist or is already used. */
  use(tx: Transaction, digest: string): Promise<boolean>
}
