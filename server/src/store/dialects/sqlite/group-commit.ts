import { performance } from 'node:perf_hooks'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#domain/index.ts'
import type { DiskSpace } from '#ports/index.ts'
import { isDamage } from './check-integrity.ts'

/**
 * A group with fewer writes waits one more turn of the event loop: whatever has arrived meanwhile joins it. Syncing takes as long as
 * handling several requests, and a turn in which nothing arrives takes a few microseconds. A single write after a single write does
 * not wait: its caller is alone.
 */
const SMALL_GROUP = 6
/** After a longer turn, the next one may be long too, and nothing waits for it. */
const SHORT_TURN_MS = 1

/**
 * All writes of one turn of the event loop, or of two if there are few, share one transaction, and therefore one fsync.
 *
 * 1. A write resolves only after COMMIT has returned.
 * 2. A failing write is rolled back, and only its caller gets the error. Each write runs in a savepoint of its own, except
 *    writes that cannot fail halfway (`atomic`), which is what the hot path uses. If an atomic write fails all the same, the
 *    group is rolled back and runs again with a savepoint for each write.
 * 3. Writes run one after the other, in the order in which they were submitted.
 * 4. If COMMIT fails because of the disk, its outcome is unknown, and the process must end: `onFatal` is called. A full disk
 *    is different: nothing was written, and reads still work.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #options: GroupCommitOptions
  readonly #statements
  readonly #now: () => number
  #queue: Entry[] = []
  #number = 0
  /** The number of writes in the last group. */
  #lastSize = 0
  #running: Promise<void> | undefined
  #isDamaged = false

  constructor(database: DatabaseSync, options: GroupCommitOptions) {
    this.#database = database
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#statements = {
      begin: database.prepare('begin immediate'),
      commit: database.prepare('commit'),
      savepoint: database.prepare('savepoint entry'),
      release: database.prepare('release entry'),
      rollback: database.prepare('rollback to entry'),
    }
  }

  /** Adds a write to the next group. `work` may run twice, so it must have no effect other than its statements. */
  submit<T>(work: () => T | Promise<T>, { durable = true, atomic = false }: SubmitOptions = {}): Promise<T> {
    if (this.#isDamaged) return Promise.reject(damaged())
    if (durable && this.#options.disk.isLow()) return Promise.reject(diskLow())
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({
        work,
        durable,
        atomic,
        resolve: resolve as (value: unknown) => void,
        reject,
        outcome: undefined,
      })
      this.#schedule()
    })
  }

  /** The number of groups so far, including the one that runs. */
  get number(): number {
    return this.#number
  }

  /** Refuses writes from now on if the error means that the file is damaged: every write could spread the damage. */
  noticeDamage(error: unknown): void {
    if (this.#isDamaged || !isDamage(error)) return
    this.#isDamaged = true
    this.#options.onDamage?.(error)
  }

  /** Resolves when no write is pending. */
  async drained(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  #schedule(): void {
    if (this.#running !== undefined) return
    this.#running = new Promise<void>((resolve) => {
      const flush = () => {
        this.#flush().then(() => {
          this.#running = undefined
          if (this.#queue.length > 0) this.#schedule()
          resolve()
        }, this.#options.onFatal)
      }
      const startedAt = this.#now()
      setImmediate(() => {
        const { length } = this.#queue
        const isShort = this.#now() - startedAt < SHORT_TURN_MS
        const isAlone = length === 1 && this.#lastSize === 1
        if (isShort && length < SMALL_GROUP && !isAlone) setImmediate(flush)
        else flush()
      })
    })
  }

  async #flush(): Promise<void> {
    const entries = this.#queue
    this.#queue = []
    this.#number += 1
    this.#lastSize = entries.length
    this.#reportChange(entries)
    const durable = entries.some((entry) => entry.durable)
    try {
      if (!durable) this.#database.exec('pragma synchronous = normal')
      this.#statements.begin.run()
      if (!(await this.#performAll(entries, false))) {
        this.#rollBack()
        this.#statements.begin.run()
        await this.#performAll(entries, true)
      }
      this.#statements.commit.run()
    } catch (error) {
      this.#abandon(entries, error)
      return
    } finally {
      this.#reportChange(entries)
      if (!durable) this.#database.exec('pragma synchronous = full')
    }
    for (const { outcome, resolve, reject } of entries) {
      if (outcome?.ok === true) resolve(outcome.value)
      else reject(outcome?.error)
    }
  }

  #reportChange(entries: readonly Entry[]): void {
    if (entries.some((entry) => !entry.atomic)) this.#options.onChange()
  }

  /** False when a write without a savepoint failed. The transaction must be rolled back then. */
  async #performAll(entries: readonly Entry[], guardAll: boolean): Promise<boolean> {
    for (const entry of entries) {
      if (entry.atomic && !guardAll) {
        try {
          entry.outcome = { ok: true, value: entry.work() }
        } catch (error) {
          this.noticeDamage(error)
          return false
        }
      } else entry.outcome = await this.#performGuarded(entry)
    }
    return true
  }

  async #performGuarded(entry: Entry): Promise<Outcome> {
    this.#statements.savepoint.run()
    try {
      const value = await entry.work()
      this.#statements.release.run()
      return { ok: true, value }
    } catch (error) {
      this.noticeDamage(error)
      // A full disk makes SQLite roll back the whole transaction. Then there is no savepoint to return to.
      if (!this.#database.isTransaction) throw error
      this.#statements.rollback.run()
      this.#statements.release.run()
      return { ok: false, error: asAppError(error) }
    }
  }

  /** A full or broken disk may already have ended the transaction. */
  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  #abandon(entries: readonly Entry[], error: unknown): void {
    this.noticeDamage(error)
    this.#rollBack()
    const reason = asAppError(error)
    for (const entry of entries) entry.reject(reason)
    if (isDiskFailure(error)) this.#options.onFatal(error)
  }
}

export interface SubmitOptions {
  /**
   * False for bookkeeping that may be lost in a power failure, though not in a process crash. A group of only such writes
   * skips the fsync.
   */
  readonly durable?: boolean
  /**
   * True for work that is synchronous, cannot fail halfway, and writes only executions and their journal.
   */
  readonly atomic?: boolean
}

export interface GroupCommitOptions {
  readonly disk: DiskSpace
  /** Called before and after each group that may write more than executions and their journal. */
  onChange(): void
  /** Called once, when a statement finds that the file is damaged. */
  onDamage?(error: unknown): void
  onFatal(error: unknown): void
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown }

interface Entry {
  readonly work: () => unknown
  readonly durable: boolean
  readonly atomic: boolean
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  outcome: Outcome | undefined
}

const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
const SQLITE_FULL = 13

function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

function isDiskFailure(error: unknown): boolean {
  return primaryCode(error) === SQLITE_IOERR
}

function asAppError(error: unknown): unknown {
  if (isDamage(error)) return damaged(error)
  const code = primaryCode(error)
  if (code === SQLITE_FULL) {
    return new AppError(
      'INTERNAL_ERROR',
      'The disk is full. Nothing was written. Reads still work. Free some disk space and try again.',
      {},
      {
        kind: 'unavailable',
        cause: error,
      },
    )
  }
  if (code === SQLITE_BUSY) {
    return new AppError(
      'INTERNAL_ERROR',
      'The database is busy: another program has locked it. Nothing was written. Try again in a moment.',
      {},
      {
        kind: 'unavailable',
        cause: error,
      },
    )
  }
  return error
}

/** With the details, the health check tells damage from other reasons why nothing can be written. */
function damaged(cause?: unknown): AppError {
  return new AppError(
    'INTERNAL_ERROR',
    'The database is damaged, so nothing is written. Stop the service, keep a copy of its data folder and restore your latest backup.',
    { damaged: true },
    { kind: 'unavailable', ...(cause !== undefined && { cause }) },
  )
}

function diskLow(): AppError {
  return new AppError(
    'INTERNAL_ERROR',
    'There is too little disk space left to write safely. Reads still work. Free some disk space and try again.',
    {},
    { kind: 'unavailable' },
  )
}
