import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Checkpoints start once the write-ahead log has this many bytes. */
const MIN_WAL_BYTES = 4 * 1024 * 1024
/**
 * With more pages than this in the log, writers wait for a complete checkpoint, so that the log restarts from its
 * beginning.
 */
const RESTART_FROM_PAGES = 8_000
/** Rarely enough that pages which change all the time are copied, and the disk is synced, only a few times per second. */
const POLL_INTERVAL_MS = 300
/** How long a connection waits for another program's lock. */
export const BUSY_TIMEOUT_MS = 5_000

/** What the worker thread reports about a checkpoint. */
export interface CheckpointReport {
  readonly pagesInWal: number
  /** False when a reader of an older snapshot prevented a complete checkpoint. */
  readonly isComplete: boolean
  /** The modification time of the log for which the checkpoint was requested. */
  readonly walMtimeMs: number
}

/**
 * Checkpoints the write-ahead log (WAL) into the database file on a worker thread. SQLite would otherwise do it inside the
 * COMMIT that finds the log too long, and delay all responses.
 *
 * The thread starts when the log first becomes long enough. An idle service does without it; closing the database checkpoints
 * the log then. A log that restarts keeps its file, because overwriting it costs less than growing it.
 */
export class WalCheckpointer {
  readonly #file: string
  readonly #writer: DatabaseSync
  readonly #timer: NodeJS.Timeout
  #worker: Worker | undefined
  #isRunning = false
  /** Modification time of the log at the last complete checkpoint. */
  #checkpointedMtimeMs = 0
  #isClosed = false

  constructor(file: string, writer: DatabaseSync) {
    this.#file = file
    this.#writer = writer
    writer.exec('pragma wal_autocheckpoint = 0')
    this.#timer = setInterval(() => this.#tryPoll(), POLL_INTERVAL_MS).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#worker?.terminate()
  }

  /** The log cannot be looked at, or no thread can be started: the service goes on. */
  #tryPoll(): void {
    try {
      this.#poll()
    } catch {
      this.#fallBack()
    }
  }

  #poll(): void {
    if (this.#isRunning) return
    const wal = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })
    if (wal === undefined || wal.size < MIN_WAL_BYTES || wal.mtimeMs === this.#checkpointedMtimeMs) return
    this.#worker ??= this.#startWorker()
    this.#isRunning = true
    this.#worker.postMessage(wal.mtimeMs)
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('wal-checkpointer-thread.ts', import.meta.url), {
      workerData: this.#file,
    })
    worker.unref()
    worker.on('message', ({ pagesInWal, isComplete, walMtimeMs }: CheckpointReport) => {
      this.#isRunning = false
      if (isComplete) this.#checkpointedMtimeMs = walMtimeMs
      if (pagesInWal > RESTART_FROM_PAGES && !this.#isClosed && !this.#writer.isTransaction) {
        this.#restart()
      }
    })
    worker.on('error', () => this.#fallBack())
    return worker
  }

  /** Does not wait for a reader of an older snapshot, such as a backup, and may fail on a full disk. The next poll tries again. */
  #restart(): void {
    this.#writer.exec('pragma busy_timeout = 0')
    try {
      this.#writer.exec('pragma wal_checkpoint(restart)')
    } catch {
      // The log stays as it is.
    } finally {
      this.#writer.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
  }

  /** If the thread fails, SQLite checkpoints by itself again, which only makes some responses slower. */
  #fallBack(): void {
    clearInterval(this.#timer)
    if (!this.#isClosed) this.#writer.exec('pragma wal_autocheckpoint = 1000')
  }
}
