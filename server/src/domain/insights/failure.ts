import type { AccountId } from '../accounts/account.ts'

/** The common cause of failed runs of a workflow. */
export interface FailureCause {
  /** Derived from the account, the workflow and `fingerprintFailure`. */
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly nodeId: string | null
  readonly code: string
  /** Of the first run that failed this way. */
  readonly message: string
}

/** Ignored until a time, or until it happens on a newer version than this. */
export interface IgnoredFailure {
  readonly until: number | null
  readonly versionId: string | null
}

/** A cause with the failed runs of a period that were not resumed. */
export interface Failure extends FailureCause {
  readonly workflowName: string
  readonly count: number
  /** The count in equal parts of the period, oldest first. */
  readonly trend: readonly number[]
  readonly firstSeenAt: number
  readonly lastSeenAt: number
  /** Null unless it is ignored now. */
  readonly ignored: IgnoredFailure | null
}
