import type { AccountId } from '#domain/index.ts'
import type { Interruptible } from '@millrace/expressions'
import type { Thread } from '#ports/index.ts'

/** How long runs compute in one turn of the event loop. A step that takes longer is not interrupted. */
const SLICE_MS = 10
/** The same while runs have been waiting since the turn before: they need many turns, and whatever else waits meets each of them. */
const SHORT_SLICE_MS = 4
/** A slice that takes longer makes its account a heavy one. */
const LONG_SLICE_MS = 15
/** How long an account stays a heavy one. */
const HEAVY_MS = 1_000
/** An account with fewer runs waiting gets its turn soon, if fewer accounts than this wait. */
const SOON = 8
const SOON_ACCOUNTS = 4
/** Compiling as many characters of expressions takes a millisecond or two, unless they contain large patterns. */
const UNCOUNTED = 8_192
const UNCOUNTED_MS = 2

/** What a run needs of the turns. */
export type RunTurns = Pick<Turns, 'isFreeFor' | 'isOver' | 'begin' | 'end' | 'next' | 'afterSlice'>

/**
 * Shares the thread between runs, by account, and leaves enough of it for everything else.
 *
 * 1. All runs together compute for one slice per turn of the event loop. Whatever else waits is served between two slices, and
 *    usually needs several turns: slices are shorter while runs need more than one.
 * 2. While the slice lasts and nothing waits, a run computes at once: short runs never wait for a turn.
 * 3. Otherwise runs wait for their turn. Accounts take turns: each gets one slice for as many of its runs as fit into it.
 * 4. A request of somebody else takes several turns of the event loop, and would meet a long step in each of them. After a
 *    slice that took too long, accounts with such steps therefore rest for as long as it took; all others go on.
 */
export class Turns {
  readonly #thread: Thread
  /** Runs that wait for their turn, by account; the account that comes next is the first. */
  readonly #waiting = new Map<AccountId, (() => void)[]>()
  /** The account that computed last. */
  #latest: AccountId | undefined
  #sliceMs = SLICE_MS
  #spentMs = 0
  #startedAt = 0
  #isScheduled = false
  /** Until when each heavy account is one. */
  readonly #heavy = new Map<AccountId, number>()
  /** Until when heavy accounts rest. */
  #restUntil = 0
  #isAwaitingRest = false

  constructor(thread: Thread) {
    this.#thread = thread
  }

  /** Whether a run of the account may compute without waiting for its turn. */
  isFreeFor(account: AccountId): boolean {
    if (this.#spentMs >= this.#sliceMs) return false
    if (this.#heavy.size === 0) return this.#waiting.size === 0
    const now = this.#thread.now()
    return !this.#isResting(account, now) && this.#findNext(now) === undefined
  }

  /** Whether the account gets its turn soon, if it is not free now. */
  comesSoonFor(account: AccountId): boolean {
    const waiting = this.#waiting.get(account)?.length ?? 0
    return waiting < SOON && this.#waiting.size < SOON_ACCOUNTS && !this.mustRest(account)
  }

  /** Whether the account has kept others waiting just now. */
  mustRest(account: AccountId): boolean {
    return this.#heavy.size > 0 && this.#isResting(account, this.#thread.now())
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
    return this.#spentMs + this.#thread.now() - this.#startedAt >= this.#sliceMs
  }

  /** Returns how long the run has computed, in milliseconds. */
  end(): number {
    const ms = this.#count()
    if (this.#spentMs < this.#sliceMs) this.#letIn()
    return ms
  }

  #count(): number {
    const now = this.#thread.now()
    const ms = now - this.#startedAt
    this.#spentMs += ms
    if (ms > LONG_SLICE_MS && this.#latest !== undefined) {
      this.#heavy.set(this.#latest, now + HEAVY_MS)
      this.#restUntil = now + ms
    }
    return ms
  }

  /** Does long work in slices, in turn with runs. Little work, of up to `UNCOUNTED` characters, is done at once. */
  async compute<T>(account: AccountId, work: Interruptible<T>): Promise<T> {
    let characters = 0
    const startedAt = this.#thread.now()
    for (;;) {
      const { done, value } = work.next()
      if (done === true) return value
      characters += value
      if (characters >= UNCOUNTED || this.#thread.now() - startedAt >= UNCOUNTED_MS) break
    }
    for (let hasTurn = false; ; hasTurn = true) {
      if (hasTurn || this.isFreeFor(account)) {
        this.begin(account)
        try {
          do {
            const { done, value } = work.next()
            if (done === true) return value
          } while (!this.isOver)
        } finally {
          this.end()
        }
      }
      await this.next(account)
    }
  }

  /** Does the work that follows a slice: at once, or in the next turn of the account if the slice was used up or it has to rest. */
  afterSlice<T>(account: AccountId, work: () => Promise<T>): Promise<T> {
    if (this.#spentMs >= this.#sliceMs || this.mustRest(account)) return this.#inNextTurn(account, work)
    this.begin(account)
    try {
      return work()
    } finally {
      // The slice before it has let in who comes next.
      this.#count()
    }
  }

  async #inNextTurn<T>(account: AccountId, work: () => Promise<T>): Promise<T> {
    await this.next(account)
    this.begin(account)
    try {
      return work()
    } finally {
      this.end()
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#thread.nextTurn(() => this.#startTurn())
  }

  #startTurn(): void {
    this.#isScheduled = false
    this.#spentMs = 0
    this.#sliceMs = this.#waiting.size > 0 ? SHORT_SLICE_MS : SLICE_MS
    const runs = this.#latest && this.#waiting.get(this.#latest)
    if (this.#latest !== undefined && runs !== undefined) {
      // It had the slice before, so the others come first.
      this.#waiting.delete(this.#latest)
      this.#waiting.set(this.#latest, runs)
    }
    this.#letIn()
    if (this.#waiting.size > 0) this.#scheduleNext()
  }

  /** If only those wait that have to rest, the next turn comes when they have rested. */
  #scheduleNext(): void {
    const now = this.#thread.now()
    if (this.#heavy.size === 0 || this.#findNext(now) !== undefined) this.#schedule()
    else if (!this.#isAwaitingRest) {
      this.#isAwaitingRest = true
      this.#thread.after(this.#restUntil - now, () => {
        this.#isAwaitingRest = false
        this.#schedule()
      })
    }
  }

  #letIn(): void {
    const account = this.#findNext(this.#heavy.size === 0 ? 0 : this.#thread.now())
    const runs = account && this.#waiting.get(account)
    if (account === undefined || runs === undefined) return
    const run = runs.shift()
    if (runs.length === 0) this.#waiting.delete(account)
    run?.()
  }

  /** The account that comes next. */
  #findNext(now: number): AccountId | undefined {
    for (const account of this.#waiting.keys()) if (!this.#isResting(account, now)) return account
    return undefined
  }

  #isResting(account: AccountId, now: number): boolean {
    const until = this.#heavy.get(account)
    if (until === undefined) return false
    if (now < until) return now < this.#restUntil
    this.#heavy.delete(account)
    return false
  }
}
