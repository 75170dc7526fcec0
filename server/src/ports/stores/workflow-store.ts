import type { WorkflowStatus } from '@millrace/contract/workflow.ts'
import type {
  AccountId,
  DefinitionChanges,
  Workflow,
  WorkflowSummary,
  WorkflowVersion,
} from '#domain/index.ts'
import type { Page, PageRequest } from './shared/paging.ts'
import type { Transaction } from './shared/transaction.ts'

export interface WorkflowFilter {
  readonly status: WorkflowStatus | undefined
  /** Part of the name, in any case. */
  readonly search: string | undefined
}

export interface WorkflowStore {
  insert(tx: Transaction, workflow: Workflow): Promise<void>
  /** Within `tx` nobody else can change it until `tx` ends. */
  find(account: AccountId, id: string, tx?: Transaction): Promise<Workflow | undefined>
  /** Whether the account has the workflow. */
  exists(account: AccountId, id: string): Promise<boolean>
  list(account: AccountId, filter: WorkflowFilter, page: PageRequest): Promise<Page<WorkflowSummary>>
  /**
   * Stores the workflow as it is now; a new `versionId` also stores its definition as a new version, with the next number
   * and with what it changed. False, and nothing is stored, when the stored revision is not `workflow.revision - 1`:
   * somebody else was faster.
   */
  update(tx: Transaction, workflow: Workflow, changes?: DefinitionChanges): Promise<boolean>
  /** Hides the workflow; its versions stay for the executions that run on them. */
  delete(tx: Transaction, account: AccountId, id: string, at: number): Promise<boolean>
  /** The version a workflow of the account runs on now; undefined when there is no such workflow. */
  currentVersion(account: AccountId, id: string): Promise<string | undefined>
  /** The immutable definition an execution runs on, also of a workflow that was deleted meanwhile. */
  findVersion(account: AccountId, versionId: string): Promise<WorkflowVersion | undefined>
}
