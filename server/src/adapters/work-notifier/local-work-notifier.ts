import type { WorkNotifier } from '#ports/index.ts'

/** The notifier of the single-process mode: the process notifies itself. */
export class LocalWorkNotifier implements WorkNotifier {
  #onNotify: (() => void) | undefined

  notify(): void {
    if (this.#onNotify !== undefined) setImmediate(() => this.#onNotify?.())
  }

  async start(onNotify: () => void): Promise<void> {
    this.#onNotify = onNotify
  }

  async stop(): Promise<void> {
    this.#onNotify = undefined
  }
}
