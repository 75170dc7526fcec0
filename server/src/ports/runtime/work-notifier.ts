/**
 * Notifies every process, including the sender, that unowned executions are due. Only a hint that saves waiting for the next
 * poll: notifications may be lost, merged, or arrive when there is nothing to claim.
 */
export interface WorkNotifier {
  /** Sends a notification. Works whether or not this process listens. Never calls back before it returns. */
  notify(): void
  /** Starts listening and calls `onNotify` for each notification received. */
  start(onNotify: () => void): Promise<void>
  /** Stops listening. `onNotify` is not called again. */
  stop(): Promise<void>
}
