import type { PlanId } from '@millrace/contract/plans.ts'

declare const account: unique symbol

/**
 * The id of the account that an operation belongs to. Stores require this type in every call, so that a query without an
 * account does not compile. It comes from a verified key, a session or a stored row, never from a request.
 */
export type AccountId = string & { readonly [account]: true }

export interface Account {
  readonly id: AccountId
  readonly name: string
  readonly plan: PlanId
  /**
   * Incremented with every change of the account's plan, and with every change after which a key or a person may do less: a key is
   * revoked, a session is ended, a person is removed or has another role. What was known with an older version is stale.
   */
  readonly accessVersion: number
  readonly createdAt: number
}

/**
 * For this long after another process increased the access version of an account, the service may still know the version before.
 * That process must not report its change as done earlier.
 */
export const ACCESS_DELAY_MS = 10
