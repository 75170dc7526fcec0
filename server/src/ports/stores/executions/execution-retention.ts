/** Deletes old executions. */
export interface ExecutionRetention {
  /** Deletes up to `limit` executions that ended before `before`, with all their rows. Returns how many. */
  deleteEnded(before: number, limit: number): Promise<number>
}
