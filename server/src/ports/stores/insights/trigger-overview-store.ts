import type { TriggerOverviewState } from '@millrace/contract/trigger-overview.ts'
import type { WorkflowStatus } from '@millrace/contract/workflow.ts'
import type { AccountId, ExecutionSummary, RefusedCall, Trigger, TriggerKind } from '#domain/index.ts'

export interface TriggerFilter {
  readonly kinds?: readonly TriggerKind[] | undefined
  readonly state?: TriggerOverviewState | undefined
  /** Part of the name of the workflow. Case is ignored. */
  readonly search?: string | undefined
  readonly workflowId?: string | undefined
}

/** Triggers are listed by name of the workflow. */
export interface TriggerPosition {
  /** With folded case. */
  readonly workflowName: string
  readonly id: string
}

/** Up to `limit` triggers after a position, if given. */
export interface TriggerCursor {
  readonly after: TriggerPosition | undefined
  readonly limit: number
}

export interface ListedTrigger {
  readonly trigger: Trigger
  readonly workflowName: string
  readonly workflowStatus: WorkflowStatus
  readonly position: TriggerPosition
  readonly refused: RefusedCall | null
}

/** How many runs a trigger started. */
export interface TriggerRuns {
  readonly total: number
  readonly failed: number
}

/** What started them, and when they are counted. */
export interface CountedRuns {
  readonly since: number
  /** No count is larger than this. */
  readonly max: number
}

/** The triggers of all workflows, for people who look at them. Triggers whose node was removed are left out. */
export interface TriggerOverviewStore {
  list(account: AccountId, filter: TriggerFilter, cursor: TriggerCursor): Promise<readonly ListedTrigger[]>
  count(account: AccountId): Promise<Readonly<Record<TriggerOverviewState, number>>>
  /** The active schedules, oldest first. */
  activeSchedules(account: AccountId, limit: number): Promise<readonly Trigger[]>
  /**
   * The newest runs that each trigger started, newest first. If several triggers of one kind start the same workflow, only the
   * newest runs of the workflow are searched for them.
   */
  lastRuns(
    account: AccountId,
    triggerIds: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly ExecutionSummary[]>>
  /** Counts the runs that each trigger started. */
  countRuns(
    account: AccountId,
    triggerIds: readonly string[],
    counted: CountedRuns,
  ): Promise<ReadonlyMap<string, TriggerRuns>>
  /** Stores the last refused call. Not durable: it is lost if the machine fails at once. */
  recordRefusal(triggerId: string, refused: RefusedCall): Promise<void>
}
