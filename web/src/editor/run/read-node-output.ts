import { fetchOperation } from '../../api/call.ts'
import * as operations from '../../api/generated/operations.ts'
import type { JsonValue } from '../../graph/types.ts'

/** The recorded output of a step, to pin it. */
export async function readNodeOutput(executionId: string, step: string): Promise<JsonValue> {
  const query = { step, part: 'output' as const }
  const response = await fetchOperation(operations.downloadExecutionData, {
    params: { id: executionId },
    query,
  })
  return (await response.json()) as JsonValue
}
