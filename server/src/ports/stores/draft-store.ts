import type { AccountId, WorkflowDraft } from '#domain/index.ts'
import type { Transaction } from './shared/transaction.ts'

/**
 * The working copies of published workflows, at most one each. Writers lock the workflow first (`WorkflowStore.find` with
 * `tx`), so that a working copy and its workflow never change at the same time.
 */
export interface DraftStore {
  /** Undefined when the workflow has no edits. With `tx`, also sees the writes of `tx`. */
  find(account: AccountId, workflowId: string, tx?: Transaction): Promise<WorkflowDraft | undefined>
  /** When the edits of these workflows were saved last. Workflows without edits are left out. */
  editTimes(account: AccountId, workflowIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Stores the working copy in place of the previous one. */
  save(tx: Transaction, draft: WorkflowDraft): Promise<void>
  /** False when there is none. */
  delete(tx: Transaction, account: AccountId, workflowId: string): Promise<boolean>
}
