import type { AccountId } from '../accounts/account.ts'
import type { JsonValue } from '../shared/json.ts'

/** The scope of entries that all workflows of an account share. Every other scope is the id of a workflow. */
export const ACCOUNT_SCOPE = 'account'

/** Limits of entries. A value is measured as JSON text. */
export const STATE_LIMITS = { keyLength: 200, valueSize: 256 * 1024, remembered: 100_000 } as const

/** What an entry holds: a value, or the items that an `only_new` node has passed on. */
export type StateKind = 'value' | 'seen'

export interface StateAddress {
  readonly accountId: AccountId
  readonly scope: string
  readonly key: string
}

/** Something that workflows remember between their runs. */
export interface StateEntry extends StateAddress {
  readonly id: string
  readonly kind: StateKind
  /** Null for `seen`. */
  readonly value: JsonValue
  /** Counts the changes. */
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number | null
}

/** How a step changes the entry it uses. */
export type StateChange =
  | { readonly kind: 'set'; readonly value: JsonValue; readonly expiresAt: number | null }
  | { readonly kind: 'delete' }
  /** Remembers items, of which none is remembered yet, and marks `present` ones as recently seen. Keeps the latest `limit`. */
  | {
      readonly kind: 'remember'
      readonly items: readonly string[]
      readonly present: readonly string[]
      readonly limit: number
      readonly expiresAt: number | null
    }
