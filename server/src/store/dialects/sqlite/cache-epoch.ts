import type { DatabaseSync } from 'node:sqlite'

/**
 * Tells whether cached reads are still valid: while the epoch is unchanged, neither this process nor another one has written
 * anything they depend on. Reading the epoch costs a tenth of reading the data.
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

  /** Whether this process has written since `epoch`. Other processes may have. */
  hasAdvanced(epoch: number): boolean {
    return this.#epoch !== epoch
  }

  /** Invalidates caches. Call it before and after a write, because data read in between may be rolled back. */
  advance(): void {
    this.#epoch += 1
  }
}
