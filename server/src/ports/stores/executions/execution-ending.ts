import type { ExecutionError } from '@millrace/contract/execution.ts'
import type { ExecutionLog } from '#domain/index.ts'

/** How an execution ends that is ended from outside, not by its owner. */
export interface Ending {
  readonly at: number
  readonly error: ExecutionError
  readonly log: ExecutionLog
}
