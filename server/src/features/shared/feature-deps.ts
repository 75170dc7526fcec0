import type { Clock, Ids, Log, Store, Transaction } from '#ports/index.ts'

/** The collaborators of every feature. */
export interface FeatureDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The address under which clients reach this service, without a trailing slash. */
  publicUrl(): string
  /** Called within the transaction that saves another version of a workflow. */
  onWorkflowSaved?(tx: Transaction, workflowId: string): void
}
