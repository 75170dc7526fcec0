import { firstIdAt, type FoldableRun, foldRuns } from '#domain/index.ts'
import { nextTurn } from '#http/index.ts'
import type { Clock, Ids, Log, RunStatisticsStore, Scheduler, Store } from '#ports/index.ts'

export interface RunStatisticsDeps {
  readonly store: Pick<Store, 'runStatistics'>
  readonly clock: Clock
  /** The clock of the database, if several processes share it. */
  readonly databaseTime?: (() => Promise<number>) | undefined
  readonly ids: Ids
  readonly scheduler: Scheduler
  readonly log: Log
  /**
   * How long an execution may take from its id to its commit. Younger ones are not read yet: one with a smaller id could
   * still appear. Several processes have clocks that differ.
   */
  readonly settleMs: number
}

export const SETTLE_MS = { singleProcess: 2_000, severalProcesses: 15_000 } as const

const POLL_INTERVAL_MS = 2_000
const LEASE_MS = 15_000
/** Executions per transaction; bounds how long other writers wait. */
const BATCH_SIZE = 1_000
/** Executions per read. On SQLite a read keeps the event loop: a thousand executions at once would delay requests by 10 ms. */
const PAGE_SIZE = 100
/** Open executions that are looked at again per poll. */
const OPEN_BATCH = 2_000

/**
 * Folds executions into counts by hour and failures by cause, off the path that runs them: executions are read in the order
 * of their ids, which is an index that exists anyway. Those that are open are noted and looked at again in turns. One
 * process at a time does it.
 */
export class RunStatistics {
  readonly #deps: RunStatisticsDeps
  readonly #store: RunStatisticsStore
  readonly #owner: string
  #cancelTimer: (() => void) | undefined
  #polling: Promise<void> = Promise.resolve()
  #isStopped = true
  /** Where the next turn over open executions begins. */
  #openAfter = firstIdAt(0)

  constructor(deps: RunStatisticsDeps) {
    this.#deps = deps
    this.#store = deps.store.runStatistics
    this.#owner = deps.ids.next(deps.clock.now())
  }

  start(): void {
    this.#isStopped = false
    this.#pollIn(0)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    await this.#polling
  }

  /** Folds everything that has settled. Needs no lease: a fold that another process did first changes nothing. */
  async catchUp(isStopped = () => false): Promise<void> {
    await this.#foldOpen()
    while (!isStopped() && (await this.#foldNew()));
  }

  #pollIn(ms: number): void {
    if (this.#isStopped) return
    this.#cancelTimer = this.#deps.scheduler.after(ms, () => {
      this.#polling = this.#poll()
    })
  }

  async #poll(): Promise<void> {
    const { store, clock } = this.#deps
    try {
      const now = clock.now()
      if (await store.runStatistics.lease(this.#owner, now, now + LEASE_MS))
        await this.catchUp(() => this.#isStopped)
    } catch (error) {
      this.#deps.log.error({ err: error }, 'run statistics failed, retrying')
    }
    this.#pollIn(POLL_INTERVAL_MS)
  }

  /** Returns whether there may be more. */
  async #foldNew(): Promise<boolean> {
    const { clock, databaseTime, ids, settleMs } = this.#deps
    const now = databaseTime === undefined ? clock.now() : await databaseTime()
    const position = await this.#store.position()
    const before = firstIdAt(now - settleMs)
    const runs = await this.#readBatch(position.lastId, before)
    const last = runs.at(-1)
    if (last === undefined) return false
    // The original of a retry has ended, though it may not be folded yet. It comes first, so that it can be marked as resumed.
    const originals = await this.#endedOriginals(runs)
    const fold = foldRuns([...originals, ...runs], (text) => ids.derive(text))
    const next = { lastId: last.id, settled: originals.map(({ id }) => id) }
    const isFirst = await this.#store.fold(position, next, fold)
    return !isFirst || runs.length === BATCH_SIZE
  }

  async #readBatch(after: string, before: string): Promise<readonly FoldableRun[]> {
    const runs: FoldableRun[] = []
    for (;;) {
      const page = await this.#store.read({ after: runs.at(-1)?.id ?? after, before, limit: PAGE_SIZE })
      runs.push(...page)
      if (page.length < PAGE_SIZE || runs.length >= BATCH_SIZE) return runs
      await nextTurn()
    }
  }

  async #endedOriginals(runs: readonly FoldableRun[]): Promise<readonly FoldableRun[]> {
    const ids = runs.flatMap(({ retryOf, completedAt }) =>
      retryOf === null || completedAt === null ? [] : [retryOf],
    )
    const found = ids.length === 0 ? [] : await this.#store.findOpen([...new Set(ids)])
    return found.filter(({ completedAt }) => completedAt !== null)
  }

  async #foldOpen(): Promise<void> {
    const position = await this.#store.position()
    const open = await this.#store.readOpen(this.#openAfter, OPEN_BATCH)
    this.#openAfter = open.length < OPEN_BATCH ? firstIdAt(0) : (open.at(-1)?.id ?? firstIdAt(0))
    const settled = open.filter(({ run }) => run === undefined || run.completedAt !== null)
    if (settled.length === 0) return
    const runs = settled.flatMap(({ run }) => run ?? [])
    const originals = await this.#endedOriginals(runs)
    const all = new Map([...originals, ...runs].map((run) => [run.id, run]))
    const fold = foldRuns([...all.values()], (text) => this.#deps.ids.derive(text))
    const next = { lastId: position.lastId, settled: [...settled.map(({ id }) => id), ...all.keys()] }
    await this.#store.fold(position, next, fold)
  }
}
