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
  /** The number of submissions ever stored, counted by the store. */
  readonly submissionCount: number
  readonly createdAt: number
  readonly updatedAt: number
}

export interface Submission {
  readonly id: string
  readonly accountId: AccountId
  readonly formId: string
  readonly data: JsonObject
  readonly createdAt: number
}
