import type { AccountId } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

export interface Session {
  /** Keyed digest of the cookie's value. */
  readonly digest: string
  readonly accountId: AccountId
  readonly userId: string
  readonly createdAt: number
  readonly expiresAt: number
}

export interface SessionStore {
  insert(tx: Transaction, session: Session): Promise<void>
  find(digest: string, now: number): Promise<Session | undefined>
  delete(tx: Transaction, digest: string): Promise<void>
  /** Ends all sessions of a user, except the one with `keep`. */
  deleteOfUser(tx: Transaction, account: AccountId, userId: string, keep?: string): Promise<void>
  prune(now: number): Promise<number>
}

/** The one-time links by which the first owner is made. */
export interface SetupLinkStore {
  insert(tx: Transaction, digest: string, at: number): Promise<void>
  exists(digest: string): Promise<boolean>
  /** Uses the link up, and every other one with it. False when it was never made or is used up. */
  use(tx: Transaction, digest: string): Promise<boolean>
}
