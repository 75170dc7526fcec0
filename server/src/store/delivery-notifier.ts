type Listener = (endpointIds: readonly string[]) => void

/** Tells those in this process who send deliveries that there are new ones. */
export class DeliveryNotifier {
  readonly #listeners = new Set<Listener>()

  watch(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notify(endpointIds: readonly string[]): void {
    for (const listener of this.#listeners) listener(endpointIds)
  }
}
