import { describeExecutionEnd, type JsonObject } from '#domain/index.ts'
import type { ExecutionRow, MemoryDatabase } from './memory-database.ts'

/** The data of the event that reports the end of an execution. */
export function describeEnd(database: MemoryDatabase, ended: ExecutionRow, completedAt: number): JsonObject {
  const { id, workflowId, status, startedAt, output, error } = ended
  const workflowName = database.workflows.get(workflowId)?.name ?? ''
  return describeExecutionEnd({ id, workflowId, workflowName, status, startedAt, completedAt, output, error })
}
