import type { Clock, Scheduler } from '#ports/index.ts'

/** What happens to a run while it waits: handled one after the other, in the run's own turn. */
export class RunEvents {
  readonly #clock: Clock
  readonly #scheduler: Scheduler
  #events: (() => void)[] = []
  #onEvent: (() => void) | undefined

  constructor({ clock, scheduler }: { readonly clock: Clock; readonly scheduler: Scheduler }) {
    this.#clock = clock
    this.#scheduler = scheduler
  }

  post(event: () => void): void {
    this.#events.push(event)
    this.#onEvent?.()
  }

  /** Waits for an event, or until the time `until`. */
  async wait(until: number | undefined): Promise<void> {
    if (this.#events.length > 0) return
    const happened = new Promise<void>((resolve) => {
      this.#onEvent = resolve
    })
    const cancelTimer =
      until === undefined
        ? undefined
        : this.#scheduler.after(Math.max(0, until - this.#clock.now()), () => this.#onEvent?.())
    await happened
    this.#onEvent = undefined
    cancelTimer?.()
  }

  /** Handles all events that have come. */
  handle(): void {
    if (this.#events.length === 0) return
    const events = this.#events
    this.#events = []
    for (const event of events) event()
  }
}
