import type { WorkflowStatus } from '@millrace/contract/workflow.ts'
import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'

/** What a workflow does: the part that is versioned and that executions run on. */
export interface Definition {
  readonly nodes: readonly JsonObject[]
  readonly edges: readonly JsonObject[]
  readonly variables: JsonObject
}

export interface Workflow extends Definition {
  readonly id: string
  readonly accountId: AccountId
  readonly name: string
  readonly description: string
  readonly status: WorkflowStatus
  /** The version of the definition that runs from now on. */
  readonly versionId: string
  /** Goes up by one with every change; the ETag is made of it. */
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
}

export type WorkflowSummary = Pick<Workflow, 'id' | 'name' | 'status' | 'createdAt' | 'updatedAt'>

/** A saved definition. Immutable, so it can be cached and executions can point at it without a copy. */
export interface WorkflowVersion extends Definition {
  readonly id: string
  readonly workflowId: string
}
