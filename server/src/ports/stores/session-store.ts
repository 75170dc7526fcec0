import type { AccountId } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface Session {
  /** Keyed digest of the session cookie's value. */
  readonly digest: string
  readonly accountId: AccountId
  readonly userId: string
  readonly createdAt: number
  readonly expiresAt: number
  /** When and from where it was used last, to the minute. */
  readonly lastSeen: SessionUse
}

export interface SessionUse {
  readonly at: number
  readonly address: string
  /** The `User-Agent` header, shortened. */
  readonly userAgent: string
}

export interface SessionStore {
  insert(tx: Transaction, session: Session): Promise<void>
  /** Undefined when there is no such session, or when it has expired at `now`. */
  find(digest: string, now: number): Promise<Session | undefined>
  /** The sessions of a user that have not expired at `now`, the latest used first. */
  listOfUser(account: AccountId, userId: string, now: number): Promise<readonly Session[]>
  /** By user: when one of their sessions was used last. Users without a session are absent. */
  lastSeenOfUsers(account: AccountId, now: number): Promise<ReadonlyMap<string, number>>
  /** Stores the latest use. May be lost in a power failure. Does nothing when the session has ended. */
  recordUse(digest: string, use: SessionUse): Promise<void>
  /** Increments the access version of the account, if it has the session. */
  delete(tx: Transaction, account: AccountId, digest: string): Promise<void>
  /**
   * Deletes all sessions of a user except the one with the digest `keep`. Increments the access version of the account, if there
   * were any.
   */
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
