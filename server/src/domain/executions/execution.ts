import type { ExecutionError, ExecutionStatus, LogEntry } from '@millrace/contract/execution.ts'
import type { ExecutionTrigger } from '@millrace/contract/execution-list.ts'
import type { AccountId } from '../accounts/account.ts'
import type { JsonObject } from '../shared/json.ts'
import { measureJson } from '../shared/json-size.ts'

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

/** An execution in the list of all executions. */
export interface ExecutionOverview extends Omit<Execution, 'accountId' | 'input' | 'output'> {
  /** Null when the workflow was deleted. */
  readonly workflowName: string | null
  readonly trigger: ExecutionTrigger
  /** Null when it runs a test version. */
  readonly versionNumber: number | null
}

export type ExecutionSummary = Pick<Execution, 'id' | 'workflowId' | 'status' | 'startedAt' | 'completedAt'>

/** A stored log entry: as in the API, with the time as a number. */
export interface ExecutionLog extends Omit<LogEntry, 'timestamp'> {
  readonly at: number
}

/** What an entry takes as JSON besides its texts and its data. */
const LOG_ENTRY = 64

/** Estimates the length of an entry as JSON. */
export function measureLog({ message, data }: ExecutionLog): number {
  const size = LOG_ENTRY + message.length
  return data === undefined ? size : size + measureJson(data as JsonObject, Number.POSITIVE_INFINITY)
}

const MAX_ERROR_CODE = 200

/** The code of an error for filters: databases do not store every text, and an index holds only short ones. */
export function toErrorCode(code: string): string {
  return code.replaceAll('\0', '').toWellFormed().slice(0, MAX_ERROR_CODE)
}

export function isFinal(status: ExecutionStatus): boolean {
  return status === 'completed' || status === 'failed'
}
