import type { ExecutionStatus } from '@millrace/contract/execution.ts'
import type { JsonObject, JsonValue } from '../shared/json.ts'

export interface EndedExecution {
  readonly id: string
  readonly workflowId: string
  readonly workflowName: string
  readonly status: ExecutionStatus
  readonly startedAt: number
  readonly completedAt: number
  /** Stored JSON texts. */
  readonly output: string
  readonly error: string | null
}

const MAX_OUTPUT_BYTES = 16 * 1024

/** The data of `workflow.executed`. */
export function describeExecutionEnd(ended: EndedExecution): JsonObject {
  const isLong = isLongerThan(ended.output, MAX_OUTPUT_BYTES)
  return {
    execution_id: ended.id,
    workflow_id: ended.workflowId,
    workflow_name: ended.workflowName,
    status: ended.status,
    started_at: new Date(ended.startedAt).toISOString(),
    completed_at: new Date(ended.completedAt).toISOString(),
    ...(isLong ? { output_truncated: true } : { output: JSON.parse(ended.output) as JsonValue }),
    error: ended.error === null ? null : (JSON.parse(ended.error) as JsonValue),
  }
}

/** The input of a failed run, for the workflows that its failure starts. */
export function describeExecutionInput(input: string): JsonObject {
  return isLongerThan(input, MAX_OUTPUT_BYTES)
    ? { input_truncated: true }
    : { input: JSON.parse(input) as JsonValue }
}

function isLongerThan(text: string, bytes: number): boolean {
  return text.length > bytes || new TextEncoder().encode(text).length > bytes
}
