import type { AccountId } from '../accounts/account.ts'
import type { JsonValue } from '../shared/json.ts'

/** A value that all workflows of an account can read as `vars.NAME`. */
export interface Variable {
  readonly id: string
  readonly accountId: AccountId
  readonly name: string
  readonly value: JsonValue
  readonly description: string
  /** Counts the changes. */
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
}

/**
 * A run records the variables that its workflow reads, all of them if their names are computed: together they have to stay small.
 */
export const VARIABLE_LIMITS = { count: 500, valueSize: 32 * 1024, totalSize: 256 * 1024 } as const
