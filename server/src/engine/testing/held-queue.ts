import { MemoryLocalQueue } from '#adapters/index.ts'
import type { DueExecution } from '#ports/index.ts'

/** A local queue that a test can hold, to act between the acceptance of an execution and its run. */
export class HeldQueue extends MemoryLocalQueue {
  #held: DueExecution[] | undefined

  hold(): void {
    this.#held ??= []
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const due of held) super.enqueue(due)
  }

  override enqueue(due: DueExecution): void {
    if (this.#held === undefined) super.enqueue(due)
    else this.#held.push(due)
  }
}
