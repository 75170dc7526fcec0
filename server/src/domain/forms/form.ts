import type { FormSettings } from '@millrace/contract/form-settings.ts'
import type { FormField } from '@millrace/contract/form.ts'
import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'

export interface Form {
  readonly id: string
  readonly accountId: AccountId
  readonly name: string
  readonly fields: readonly FormField[]
  readonly settings: FormSettings | null
  /** The number of the current version of the fields, from 1. */
  readonly version: number
  /** Increases with every change. */
  readonly revision: number
  /** The number of stored submissions, counted by the store. */
  readonly submissionCount: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** The fields of a form as they were at some time. */
export interface FormVersion {
  readonly formId: string
  /** From 1. */
  readonly number: number
  readonly fields: readonly FormField[]
  readonly createdAt: number
  /** When the next version replaced it; null for the current one. */
  readonly supersededAt: number | null
}

export interface Submission {
  readonly id: string
  readonly accountId: AccountId
  readonly formId: string
  /** The version of the form that was filled in. */
  readonly formVersion: number
  readonly data: JsonObject
  readonly createdAt: number
}
