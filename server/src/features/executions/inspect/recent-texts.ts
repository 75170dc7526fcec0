const MAX_TEXTS = 16

interface KeptText {
  readonly text: string
}

/**
 * Texts that were read a moment ago: people scroll through the same value. They are held weakly, so that memory that is
 * needed elsewhere is not spent on them.
 */
export class RecentTexts {
  /** Least recently used first. */
  readonly #texts = new Map<string, WeakRef<KeptText>>()

  find(key: string): string | undefined {
    const kept = this.#texts.get(key)
    this.#texts.delete(key)
    const found = kept?.deref()
    if (kept === undefined || found === undefined) return undefined
    this.#texts.set(key, kept)
    return found.text
  }

  add(key: string, text: string): void {
    this.#texts.delete(key)
    this.#texts.set(key, new WeakRef({ text }))
    if (this.#texts.size > MAX_TEXTS) this.#texts.delete(this.#texts.keys().next().value ?? '')
  }
}
