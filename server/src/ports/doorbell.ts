/**
 * Tells every process that executions wait for somebody to claim them. Only a hint that spares the wait for the next look
 * into the store: a ring may be lost, and may be heard without need.
 */
export interface Doorbell {
  ring(): void
  /** Begins to listen. */
  start(onRing: () => void): Promise<void>
  stop(): Promise<void>
}
