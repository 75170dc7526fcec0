import type { ExecutionFilter } from '@millrace/contract/execution-list.ts'
import type { AccountId } from './account.ts'

/** A filter of the list of executions that a person saved. Only this person sees it. */
export interface SavedFilter {
  readonly id: string
  readonly accountId: AccountId
  readonly userId: string
  readonly name: string
  readonly filter: ExecutionFilter
  readonly createdAt: number
}
