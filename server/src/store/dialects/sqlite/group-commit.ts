import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '#domain/index.ts'
import type { DiskSpace } from '#ports/index.ts'

/**
 * All writes of one turn of the event loop share one transaction, and so one fsync.
 *
 * 1. A caller is answered after COMMIT returned, never before.
 * 2. When a write fails it is undone, and its caller alone gets the error. Writes that can fail halfway run in a savepoint
 *    of their own. The hottest ones cannot (`atomic`) and spare it; if one of them fails all the same, the group is undone
 *    and done again with a savepoint for each.
 * 3. Writes run one after the other, in the order in which they came.
 * 4. A COMMIT that fails leaves "unknown" behind when the disk is at fault: the process must not go on guessing, so
 *    `onFatal` is called. A full disk is no such case: nothing was written, and reads can go on.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #options: GroupCommitOptions
  readonly #statements
  #queue: Entry[] = []
  #number = 0
  #running: Promise<void> | undefined

  constructor(database: DatabaseSync, options: GroupCommitOptions) {
    this.#database = database
    this.#options = options
    this.#statements = {
      begin: database.prepare('begin immediate'),
      commit: database.prepare('commit'),
      savepoint: database.prepare('savepoint entry'),
      release: database.prepare('release entry'),
      undo: database.prepare('rollback to entry'),
    }
  }

  /**
   * `work` may be run twice, so it has no effect but its statements.
   */
  submit<T>(work: () => T | Promise<T>, { durable = true, atomic = false }: SubmitOptions = {}): Promise<T> {
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

  /** Counts the groups. */
  get number(): number {
    return this.#number
  }

  /** Resolves when everything submitted so far is decided. */
  async drained(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  #schedule(): void {
    if (this.#running !== undefined) return
    this.#running = new Promise<void>((resolve) => {
      setImmediate(() => {
        this.#flush().then(() => {
          this.#running = undefined
          if (this.#queue.length > 0) this.#schedule()
          resolve()
        }, this.#options.onFatal)
      })
    })
  }

  async #flush(): Promise<void> {
    const entries = this.#queue
    this.#queue = []
    this.#number += 1
    this.#noteChange(entries)
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
      this.#noteChange(entries)
      if (!durable) this.#database.exec('pragma synchronous = full')
    }
    for (const { outcome, resolve, reject } of entries) {
      if (outcome?.ok === true) resolve(outcome.value)
      else reject(outcome?.error)
    }
  }

  #noteChange(entries: readonly Entry[]): void {
    if (entries.some((entry) => !entry.atomic)) this.#options.onChange()
  }

  /** False when a write without a savepoint failed: then the transaction is of no use any more. */
  async #performAll(entries: readonly Entry[], guardAll: boolean): Promise<boolean> {
    for (const entry of entries) {
      if (entry.atomic && !guardAll) {
        try {
          entry.outcome = { ok: true, value: entry.work() }
        } catch {
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
      // A full disk ends the atomic transaction behind our back; then there is no savepoint left to return to.
      if (!this.#database.isTransaction) throw error
      this.#statements.undo.run()
      this.#statements.release.run()
      return { ok: false, error: asAppError(error) }
    }
  }

  /** A full or broken disk may have ended the transaction already. */
  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  #abandon(entries: readonly Entry[], error: unknown): void {
    this.#rollBack()
    const shown = asAppError(error)
    for (const entry of entries) entry.reject(shown)
    if (isDiskFailure(error)) this.#options.onFatal(error)
  }
}

export interface SubmitOptions {
  /**
   * False is for bookkeeping that may be lost with the power, though not with the process: a group of only such writes
   * spares the fsync.
   */
  readonly durable?: boolean
  /**
   * True for work that is synchronous, does either all it should or nothing at all, and touches nothing but executions and
   * their journal.
   */
  readonly atomic?: boolean
}

export interface GroupCommitOptions {
  readonly disk: DiskSpace
  /** Called before and after each group that writes more than executions and their journal. */
  onChange(): void
  onFatal(error: unknown): void
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
  const code = primaryCode(error)
  if (code === SQLITE_FULL) {
    return new AppError(
      'INTERNAL_ERROR',
      'The disk is full: nothing was written. Reading still works.',
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
      'The database is busy with another program: nothing was written.',
      {},
      {
        kind: 'unavailable',
        cause: error,
      },
    )
  }
  return error
}

function diskLow(): AppError {
  return new AppError(
    'INTERNAL_ERROR',
    'There is too little disk space left to write safely. Reading still works.',
    {},
    { kind: 'unavailable' },
  )
}
