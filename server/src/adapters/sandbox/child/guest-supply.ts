import type { RunMessage } from '../protocol/messages.ts'
import { Guest, type GuestHost } from './guest.ts'
import { compileQuickJs, type QuickJsInstance } from './quickjs-instance.ts'
import { runCode, type CodeOutcome } from './run-code.ts'

/** Has a guest ready for each run in which nothing of an earlier run is left. */
export class GuestSupply {
  readonly #newInstance: () => Promise<QuickJsInstance>
  #guest: Guest
  /** Whether the guest came back from its last run with a result or an error of the code. */
  #isIntact = true

  private constructor(newInstance: () => Promise<QuickJsInstance>, instance: QuickJsInstance) {
    this.#newInstance = newInstance
    this.#guest = new Guest(instance)
  }

  static async open(): Promise<GuestSupply> {
    const newInstance = compileQuickJs()
    return new GuestSupply(newInstance, await newInstance())
  }

  /** Runs the code. `renew` must follow before the next run. */
  run(message: RunMessage, globalsText: string, host: GuestHost): CodeOutcome {
    this.#isIntact = false
    const { outcome, isIntact } = runCode(this.#guest, message, globalsText, host)
    this.#isIntact = isIntact
    return outcome
  }

  /** Whether `renew` will replace the guest, which takes much longer than to restore it. */
  get isSpent(): boolean {
    return !this.#isIntact || !this.#guest.canRestore
  }

  /** Restores the guest, or replaces it after a trap, a timeout or growth of its memory. True if it was replaced. */
  async renew(): Promise<boolean> {
    if (this.#isIntact && this.#guest.restore()) return false
    this.#guest = new Guest(await this.#newInstance())
    this.#isIntact = true
    return true
  }
}
