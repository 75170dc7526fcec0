import { rmSync, statfsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#ports/index.ts'

const RESERVE_BYTES = 4 * 1024 * 1024
const NAME = 'disk-reserve'

/**
 * A file that only takes up space. On a full disk SQLite cannot even open its files; a start then deletes this one, so that
 * the service comes up and can be read while somebody makes room.
 */
export class DiskReserve {
  readonly #file: string
  readonly #folder: string
  readonly #log: Log

  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#file = join(folder, NAME)
    this.#log = log
  }

  /** Before the database is opened. */
  release(): void {
    if (statSync(this.#file, { throwIfNoEntry: false }) === undefined) return
    const { bavail, bsize } = statfsSync(this.#folder)
    if (bavail * bsize >= RESERVE_BYTES) return
    rmSync(this.#file, { force: true })
    this.#log.error({}, 'the disk is full, using the reserve to start; free some disk space')
  }

  /** While there is enough space. A failure is harmless: the next check tries again. */
  async keep(): Promise<void> {
    try {
      if (statSync(this.#file, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return
      // Not zeros, which some file systems do not store.
      const bytes = Buffer.alloc(RESERVE_BYTES, 'reserved for a start on a full disk; ')
      await writeFile(this.#file, bytes, { mode: 0o600 }).catch(() => rmSync(this.#file, { force: true }))
    } catch {
      // The folder cannot be read, or not be written.
    }
  }
}
