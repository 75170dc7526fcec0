import type { Role } from '@millrace/contract/roles.ts'
import type { AccountId } from './account.ts'

export type UserRole = Role

export interface User {
  readonly id: string
  readonly accountId: AccountId
  readonly email: string
  readonly name: string
  readonly role: UserRole
  readonly passwordHash: string
  readonly createdAt: number
}
