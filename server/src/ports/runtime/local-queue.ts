import type { OpenExecution } from '#domain/index.ts'

/**
 * A due execution: an id, and the full record (`fresh`) if this process has just accepted it. `isSuspect`: the process before
 * ended, and this execution may be the reason.
 */
export type DueExecution = { readonly id: string; readonly fresh?: OpenExecution; readonly isSuspect?: true }

/**
 * Passes due executions to the engine, at least once each. The engine's checkpoints make a second hand-over of the same
 * execution harmless.
 */
export interface LocalQueue {
  /** Adds an execution. Returns before its handler is called. */
  enqueue(due: DueExecution): void
  /** Starts calling `handler` for each due execution, several concurrently. The handler must not reject. */
  start(handler: (due: DueExecution) => Promise<void>): void
  /** Makes no further calls and resolves when those in progress have finished. Remaining executions stay due in the store. */
  stop(): Promise<void>
}
