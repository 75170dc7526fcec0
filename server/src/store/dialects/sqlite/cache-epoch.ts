import type { DatabaseSync } from 'node:sqlite'

/**
 * Tells whether cached reads still hold: as long as the epoch is the same, nothing they depend on was written, by this process
 * or another one. Asking costs a tenth of what reading does.
 */
export class CacheEpoch {
  readonly #dataVersion
  #epoch = 0
  #lastVersion: unknown

  constructor(database: DatabaseSync) {
    // Changes when another connection commits.
    this.#dataVersion = database.prepare('pragma data_version')
  }

  get current(): number {
    const version = this.#dataVersion.get()?.['data_version']
    if (version !== this.#lastVersion) this.#epoch += 1
    this.#lastVersion = version
    return this.#epoch
  }

  /** Call it before and after such a write: what is read in between may be rolled back. */
  advance(): void {
    this.#epoch += 1
  }
}
