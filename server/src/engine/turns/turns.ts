import type { AccountId } from '#domain/index.ts'
import type { Thread } from '#ports/index.ts'

/** How long runs compute in one turn of the event loop. A step that takes longer is not interrupted. */
const SLICE_MS = 10

/**
 * Shares the thread between runs, by account, and leaves enough of it for everything else.
 *
 * 1. All runs together compute for one slice per turn of the event loop. Whatever else waits is served between two slices.
 * 2. While the slice lasts and nothing waits, a run computes at once: short runs never wait for a turn.
 * 3. Otherwise runs wait for their turn. Accounts take turns: each gets one slice for as many of its runs as fit into it.
 */
export class Turns {
  readonly #thread: Thread
  /** Runs that wait for their turn, by account; the account that comes next is the first. */
  readonly #waiting = new Map<AccountId, (() => void)[]>()
  /** The account that computed last. */
  #latest: AccountId | undefined
  #spentMs = 0
  #startedAt = 0
  #isScheduled = false

  constructor(thread: Thread) {
    this.#thread = thread
  }

  /** Whether a run may compute without waiting for its turn. */
  get isFree(): boolean {
    return this.#spentMs < SLICE_MS && this.#waiting.size === 0
  }

  /** Resolves when it is the turn of the account. The caller then calls `begin` and `end`, without awaiting in between. */
  next(account: AccountId): Promise<void> {
    this.#schedule()
    return new Promise((resolve) => {
      const runs = this.#waiting.get(account)
      if (runs === undefined) this.#waiting.set(account, [resolve])
      else runs.push(resolve)
    })
  }

  begin(account: AccountId): void {
    this.#latest = account
    this.#startedAt = this.#thread.now()
    this.#schedule()
  }

  /** True when the run that computes should stop, so that others get their turn. */
  get isOver(): boolean {
    return this.#spentMs + this.#thread.now() - this.#startedAt >= SLICE_MS
  }

  /** Returns how long the run has computed, in milliseconds. */
  end(): number {
    const ms = this.#thread.now() - this.#startedAt
    this.#spentMs += ms
    if (this.#spentMs < SLICE_MS) this.#letIn()
    return ms
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#thread.nextTurn(() => this.#startTurn())
  }

  #startTurn(): void {
    this.#isScheduled = false
    this.#spentMs = 0
    const runs = this.#latest && this.#waiting.get(this.#latest)
    if (this.#latest !== undefined && runs !== undefined) {
      // It had the slice before, so the others come first.
      this.#waiting.delete(this.#latest)
      this.#waiting.set(this.#latest, runs)
    }
    this.#letIn()
    if (this.#waiting.size > 0) this.#schedule()
  }

  #letIn(): void {
    const [first] = this.#waiting
    if (first === undefined) return
    const [account, runs] = first
    const run = runs.shift()
    if (runs.length === 0) this.#waiting.delete(account)
    run?.()
  }
}
