import type { Doorbell } from '#ports/index.ts'

/** For the one process there is: it hears its own rings. */
export class LocalDoorbell implements Doorbell {
  #onRing: (() => void) | undefined

  ring(): void {
    if (this.#onRing !== undefined) setImmediate(() => this.#onRing?.())
  }

  async start(onRing: () => void): Promise<void> {
    this.#onRing = onRing
  }

  async stop(): Promise<void> {
    this.#onRing = undefined
  }
}
