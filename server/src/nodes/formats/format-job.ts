import type { WorkerJob } from '#ports/index.ts'
import type { FormatResult } from '#nodes/format-operations/format-result.ts'
import type { OperationName } from '#nodes/format-operations/operations.ts'

export interface FormatJobInput {
  readonly operation: OperationName
  /** JSON. */
  readonly input: string
}

/** Work on a format in a worker thread. */
export function formatJob(name: string, deadlineMs: number): WorkerJob<FormatJobInput, FormatResult<string>> {
  return { name, file: new URL('format-worker.ts', import.meta.url), deadlineMs }
}
