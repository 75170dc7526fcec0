/** Heartbeats of the processes that own executions. */
export interface HeartbeatStore {
  /** Stores the time of the latest heartbeat of `owner`. */
  record(owner: string, at: number): Promise<void>
  /** Deletes the heartbeats of processes that have sent none since `before`. */
  removeExpired(before: number): Promise<void>
  /** Deletes the heartbeat of a process that stops, so that others can take over its executions immediately. */
  remove(owner: string): Promise<void>
}
