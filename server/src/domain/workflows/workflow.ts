import type { WorkflowStatus } from '@millrace/contract/workflow.ts'
import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'

/** The versioned part of a workflow, on which executions run. */
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
  /** The version on which new executions run. */
  readonly versionId: string
  /** Incremented with every change. The ETag is derived from it. */
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly tags: readonly string[]
  /** The path of its folder, such as `Sales/Orders`; empty for none. */
  readonly folder: string
}

export type WorkflowSummary = Pick<
  Workflow,
  'id' | 'name' | 'status' | 'versionId' | 'createdAt' | 'updatedAt' | 'tags' | 'folder'
>

/** The working copy of a published workflow: edits that are not live. */
export interface WorkflowDraft extends Definition {
  readonly workflowId: string
  readonly accountId: AccountId
  /** The live version that the edits started from. */
  readonly baseVersionId: string
  readonly baseVersionNumber: number
  /** A new id with every save. The ETag is derived from it. */
  readonly revision: string
  readonly updatedAt: number
  /** The name of the person or the API key that saved it. */
  readonly updatedBy: string | null
}

/** A saved definition. It is immutable, so it can be cached and executions can reference it without a copy. */
export interface WorkflowVersion extends Definition {
  readonly id: string
  readonly workflowId: string
  /** Present for a test version: runs of it use pinned outputs, and stop after `until` unless it is null. */
  readonly test?: { readonly until: string | null }
}
