import type { ExecutionError } from '@millrace/contract/execution.ts'
import type { ExecutionLog } from '#domain/index.ts'

/** How an execution ends that somebody else puts an end to. */
export interface Ending {
  readonly at: number
  readonly error: ExecutionError
  readonly log: ExecutionLog
}
