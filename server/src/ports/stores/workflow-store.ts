import type { WorkflowStatus } from '@millrace/contract/workflow.ts'
import type {
  AccountId,
  DefinitionChanges,
  ExecutionSummary,
  Workflow,
  WorkflowSummary,
  WorkflowVersion,
} from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface WorkflowFilter {
  readonly status: WorkflowStatus | undefined
  /** Part of the name. Case is ignored. */
  readonly search: string | undefined
  /** Case is ignored. */
  readonly tag?: string | undefined
  /** Workflows in this folder or below it. */
  readonly folder?: string | undefined
}

/** `created` and `updated`: newest first; edits that are not live count as changes. `name`: in alphabetical order, ignoring case. */
export type WorkflowSort = 'created' | 'updated' | 'name'

/** How some workflows are labelled. */
export interface WorkflowLabelling {
  readonly tags: readonly string[]
  readonly folder: string
  readonly workflows: number
}

/** What is stored about a version besides its definition. */
export interface VersionDetails {
  readonly author: string | null
  readonly note: string | null
  /** The difference from the previous version of the history. */
  readonly changes: DefinitionChanges | null
  /** Whether the next autosave may take its number. */
  readonly isAutosave: boolean
  /** The new version takes the number of the current one: `replaces` its place in the history too, or `follows` it there. */
  readonly succession: 'replaces' | 'follows' | null
}

export interface WorkflowStore {
  /** Stores a workflow and its first version. */
  insert(tx: Transaction, workflow: Workflow, details?: Partial<VersionDetails>): Promise<void>
  /**
   * Undefined when the account has no such workflow. With `tx`, the workflow is locked against other writers until `tx`
   * ends.
   */
  find(account: AccountId, id: string, tx?: Transaction): Promise<Workflow | undefined>
  /** True when the account has the workflow and it is not deleted. */
  exists(account: AccountId, id: string): Promise<boolean>
  /** Newest first, unless sorted otherwise. */
  list(
    account: AccountId,
    filter: WorkflowFilter,
    page: PageRequest,
    sort?: WorkflowSort,
  ): Promise<Page<WorkflowSummary>>
  /** The combinations of tags and folder that workflows have, and how many have each. */
  labels(account: AccountId): Promise<readonly WorkflowLabelling[]>
  /**
   * Stores the workflow. If `versionId` is new, also stores the definition as a new version, with the next number unless it
   * succeeds the current one, and with `details`. False when the stored revision is not `workflow.revision - 1`, because another writer was faster; nothing is
   * stored then.
   */
  update(tx: Transaction, workflow: Workflow, details?: Partial<VersionDetails>): Promise<boolean>
  /**
   * Marks the workflow as deleted. Its versions stay for the executions that run on them. False when there is no such
   * workflow.
   */
  delete(tx: Transaction, account: AccountId, id: string, at: number): Promise<boolean>
  /** The newest executions of each of these workflows, newest first; workflows without executions are absent. */
  recentRuns(
    account: AccountId,
    workflowIds: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly ExecutionSummary[]>>
  /** Returns the id of the current version; undefined when the account has no such workflow. */
  currentVersion(account: AccountId, id: string): Promise<string | undefined>
  /**
   * Stores a test version of the current definition, without its pins, and returns its id: what a sub-workflow of a test run runs.
   * An identical one is used again. Undefined when the account has no such workflow.
   */
  testVersion(
    account: AccountId,
    id: string,
    version: { readonly id: string; readonly at: number },
  ): Promise<string | undefined>
  /** Returns the immutable definition of a version, also if its workflow has been deleted. Undefined when there is none. */
  findVersion(account: AccountId, versionId: string): Promise<WorkflowVersion | undefined>
}
