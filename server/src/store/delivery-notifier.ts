type Listener = (webhookIds: readonly string[]) => void

/** Tells those in this process who send deliveries that there are new ones. */
export class DueBell {
  readonly #listeners = new Set<Listener>()

  watch(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  ring(webhookIds: readonly string[]): void {
    for (const listener of this.#listeners) listener(webhookIds)
  }
}
