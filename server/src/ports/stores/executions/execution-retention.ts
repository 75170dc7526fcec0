/** Removes old executions. */
export interface ExecutionRetention {
  /**
   * Deletes up to `limit` executions that ended before `before`, with all that belongs to them, and tells how many.
   */
  deleteEnded(before: number, limit: number): Promise<number>
}
