import type {
  AcceptedExecution,
  Execution,
  ExecutionSummary,
  LogEntry,
} from '@millrace/contract/execution.ts'
import type * as domain from '#domain/index.ts'
import { timestamp, timestampOrNull } from '../shared/timestamps.ts'

export function presentAccepted(execution: { id: string; startedAt: number }): AcceptedExecution {
  return { execution_id: execution.id, status: 'running', started_at: timestamp(execution.startedAt) }
}

export function presentExecutionSummary(execution: domain.ExecutionSummary): ExecutionSummary {
  return {
    id: execution.id,
    workflow_id: execution.workflowId,
    status: execution.status,
    started_at: timestamp(execution.startedAt),
    completed_at: timestampOrNull(execution.completedAt),
  }
}

export function presentExecution(
  execution: Omit<domain.Execution, 'retryOf'>,
  logs: readonly domain.ExecutionLog[],
): Execution {
  return {
    ...presentExecutionSummary(execution),
    output: execution.output,
    logs: logs.map(presentLog),
    input: execution.input,
    error: execution.error,
  }
}

export function presentLog({ at, level, message, node_id, data }: domain.ExecutionLog): LogEntry {
  const entry = { timestamp: timestamp(at), level, message, node_id }
  return data === undefined ? entry : { ...entry, data }
}
