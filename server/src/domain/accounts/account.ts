import type { PlanId } from '@millrace/contract/plans.ts'

declare const account: unique symbol

/**
 * The account on whose behalf something happens. Stores take it by this type in every call, so that a query
 * without an account does not compile; it comes from a checked key, a session or a stored row, never from a request.
 */
export type AccountId = string & { readonly [account]: true }

export interface Account {
  readonly id: AccountId
  readonly name: string
  readonly plan: PlanId
  /** Goes up with every change of the account's keys or plan: what was remembered under an older one is stale. */
  readonly accessVersion: number
  readonly createdAt: number
}
