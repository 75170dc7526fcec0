import type { OpenExecution } from '#domain/index.ts'

/** An execution that is due: just accepted, with all that is known of it, or found again by its id. */
export type DueExecution = { readonly id: string; readonly fresh?: OpenExecution }

/**
 * Hands due executions to the engine. At least once: the engine's checkpoints see to it that a second hand-over changes
 * nothing.
 */
export interface LocalQueue {
  enqueue(due: DueExecution): void
  /** Calls `handler` for each due execution, several at a time. The handler does not reject. */
  start(handler: (due: DueExecution) => Promise<void>): void
  /** No further calls; resolves when those under way have ended. What is left stays due in the store. */
  stop(): Promise<void>
}
