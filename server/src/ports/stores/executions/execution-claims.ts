/** How executions come to an owner after they were accepted: each to one, however many processes ask. */
export interface ExecutionClaims {
  /**
   * Calls back after each commit of this process that made executions due without an owner. Only a hint: polling finds what
   * other processes commit. The returned function ends the subscription.
   */
  subscribe(onUnowned: () => void): () => void
  /** Makes `owner` the owner of up to `limit` executions that are due and nobody's, oldest first, and tells their ids. */
  claim(owner: string, limit: number): Promise<readonly string[]>
  /** Makes up to `limit` parked executions due whose time has come, as the owner's own, and tells their ids. */
  wakeDue(owner: string, now: number, limit: number): Promise<readonly string[]>
  /** When the next parked execution comes due; undefined when none waits for a time. */
  nextDue(): Promise<number | undefined>
  /**
   * Makes `owner` the owner of up to `limit` open executions, parked ones aside, whose owner shows no sign of life since
   * `expiredBefore`, and tells their ids.
   */
  takeOver(owner: string, expiredBefore: number, limit: number): Promise<readonly string[]>
  /** Open executions of the owner, parked ones aside, that were accepted before `before`, oldest first. */
  openOf(owner: string, before: number, limit: number): Promise<readonly string[]>
  /** How the given executions stand, for an owner that works on them: those it still owns, with their count of signals. */
  findOwned(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>>
}
