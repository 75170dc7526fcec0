import type { AccountId } from './account.ts'
import type { UserRole } from './user.ts'

/** A link with which one person can join an account. */
export interface Invitation {
  readonly id: string
  readonly accountId: AccountId
  readonly role: UserRole
  /** Who it is for, in the words of the person who invites. */
  readonly note: string
  /** The name of the person who invites. */
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
}
