/**
 * Tells every process that executions wait for somebody to claim them, the one that rings included. Only a hint that
 * spares the wait for the next look into the store: a ring may be lost, may be heard without need, and several may be
 * heard as one.
 */
export interface WorkNotifier {
  /** Can be called at any time, whether this process listens or not. Never calls back before it returns. */
  notify(): void
  /** Begins to listen. */
  start(onNotify: () => void): Promise<void>
  /** Does not listen any longer. */
  stop(): Promise<void>
}
