/** Signs of life of the processes that run executions. */
export interface HeartbeatStore {
  record(owner: string, at: number): Promise<void>
  /** Forgets processes that showed no life since `before`. */
  removeExpired(before: number): Promise<void>
  /** A process that stops in order: its executions can be taken over at once. */
  remove(owner: string): Promise<void>
}
