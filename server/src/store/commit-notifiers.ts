/** Notifies subscribers in this process about what a commit changed. */
class CommitNotifier<Change extends unknown[]> {
  readonly #subscribers = new Set<(...change: Change) => void>()

  /** The returned function ends the subscription. */
  subscribe(subscriber: (...change: Change) => void): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  notify(...change: Change): void {
    for (const subscriber of this.#subscribers) subscriber(...change)
  }
}

/** Deliveries to these webhook endpoints are due. */
export class DeliveryNotifier extends CommitNotifier<[endpointIds: readonly string[]]> {}

/** Executions are due that any process may claim. */
export class UnownedNotifier extends CommitNotifier<[]> {}
