import type { ExecutionError, ExecutionStatus, LogEntry } from '@millrace/contract/execution.ts'
import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'

export interface Execution {
  readonly id: string
  readonly accountId: AccountId
  readonly workflowId: string
  readonly versionId: string
  readonly status: ExecutionStatus
  readonly startedAt: number
  readonly completedAt: number | null
  readonly input: JsonObject
  readonly output: JsonObject
  readonly error: ExecutionError | null
  /** The trigger that fired; null for a run started by the API or manually. */
  readonly triggerNodeId: string | null
  /** The execution that it retries. */
  readonly retryOf: string | null
}

export type ExecutionSummary = Pick<Execution, 'id' | 'workflowId' | 'status' | 'startedAt' | 'completedAt'>

/** A stored log entry: as in the API, with the time as a number. */
export interface ExecutionLog extends Omit<LogEntry, 'timestamp'> {
  readonly at: number
}

export function isFinal(status: ExecutionStatus): boolean {
  return status === 'completed' || status === 'failed'
}
