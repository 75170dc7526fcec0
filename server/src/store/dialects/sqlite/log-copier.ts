import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** The log is copied into the file, in the background, once it has this many bytes. */
const COPY_FROM_BYTES = 4 * 1024 * 1024
/** With more pages than this in the log writers wait for the rest of the copy, so that the log begins anew. */
const RESTART_FROM_PAGES = 8_000
/** Seldom enough that pages which are written all the time are copied a few times a second, and the disk synced as often. */
const LOOK_EVERY_MS = 300
/** How long a connection waits for another program's lock. */
export const BUSY_TIMEOUT_MS = 5_000

/** What the thread tells of a copy. */
export interface Copied {
  readonly pagesInLog: number
  /** False: somebody reads an older state, and the rest has to wait. */
  readonly isAll: boolean
  /** As it was asked for. */
  readonly upTo: number
}

/**
 * Copies the write-ahead log into the database file on a thread of its own. SQLite would do it inside the COMMIT that
 * finds the log long, and all answers would wait for it.
 *
 * The thread starts with the first log that is long enough: a quiet service does without it, and its log is copied when
 * the database is closed. A log that begins anew keeps its file: to write over it costs less than to make it grow.
 */
export class LogCopier {
  readonly #file: string
  readonly #writer: DatabaseSync
  readonly #timer: NodeJS.Timeout
  #worker: Worker | undefined
  #copying = false
  /** When the log was written last, of all that was copied. */
  #copiedUpTo = 0
  #ended = false

  constructor(file: string, writer: DatabaseSync) {
    this.#file = file
    this.#writer = writer
    writer.exec('pragma wal_autocheckpoint = 0')
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  async close(): Promise<void> {
    this.#ended = true
    clearInterval(this.#timer)
    await this.#worker?.terminate()
  }

  #look(): void {
    if (this.#copying) return
    const log = statSync(`${this.#file}-wal`, { throwIfNoEntry: false })
    if (log === undefined || log.size < COPY_FROM_BYTES || log.mtimeMs === this.#copiedUpTo) return
    this.#copying = true
    this.#worker ??= this.#startWorker()
    this.#worker.postMessage(log.mtimeMs)
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('log-copier-thread.ts', import.meta.url), { workerData: this.#file })
    worker.unref()
    worker.on('message', ({ pagesInLog, isAll, upTo }: Copied) => {
      this.#copying = false
      if (isAll) this.#copiedUpTo = upTo
      if (pagesInLog > RESTART_FROM_PAGES && !this.#ended && !this.#writer.isTransaction) {
        this.#restart()
      }
    })
    worker.on('error', () => this.#giveUp())
    return worker
  }

  /** Not while another program reads an older state, as a backup does: then the next look tries again. */
  #restart(): void {
    this.#writer.exec('pragma busy_timeout = 0')
    this.#writer.exec('pragma wal_checkpoint(restart)')
    this.#writer.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  }

  /** Without the thread SQLite copies by itself again: slower answers, and nothing else. */
  #giveUp(): void {
    clearInterval(this.#timer)
    if (!this.#ended) this.#writer.exec('pragma wal_autocheckpoint = 1000')
  }
}
