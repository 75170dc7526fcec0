import { performance } from 'node:perf_hooks'
import type { DatabaseSync } from 'node:sqlite'
import { ACCESS_DELAY_MS } from '#domain/index.ts'

/** Half of the promised delay, because the timer of a process that waits for it may end a little early. */
const RECHECK_MS = ACCESS_DELAY_MS / 2
/** The length of all keys and values of a cache as JSON. Beyond it, the cache starts again. */
const MAX_CHARACTERS = 4 * 1024 * 1024

/**
 * Tells whether cached reads are still valid: while the epoch is unchanged, neither this process nor another one has written
 * anything they depend on. Reading the epoch costs a tenth of reading the data.
 */
export class CacheEpoch {
  readonly #dataVersion
  #epoch = 0
  #lastVersion: unknown
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(database: DatabaseSync) {
    // Changes when another connection commits.
    this.#dataVersion = database.prepare('pragma data_version')
  }

  /** Includes every write of this process, and those of others as of at most half of `ACCESS_DELAY_MS` ago. */
  get recent(): number {
    const now = performance.now()
    if (now - this.#checkedAt >= RECHECK_MS) this.#check(now)
    return this.#epoch
  }

  /** Invalidates caches. Call it before and after a write, because data read in between may be rolled back. */
  advance(): void {
    this.#epoch += 1
  }

  #check(now: number): void {
    this.#checkedAt = now
    const version = this.#dataVersion.get()?.['data_version']
    if (version !== this.#lastVersion) this.#epoch += 1
    this.#lastVersion = version
  }
}

/** What was read in the recent epoch, by key. */
export class EpochCache<V> {
  readonly #cacheEpoch: CacheEpoch
  readonly #values = new Map<string, V>()
  #characters = 0
  #epoch = -1

  constructor(cacheEpoch: CacheEpoch) {
    this.#cacheEpoch = cacheEpoch
  }

  get(key: string): V | undefined {
    this.#forgetOlder()
    return this.#values.get(key)
  }

  /** The epoch to pass to `set` with what is read from now on. */
  get epoch(): number {
    return this.#forgetOlder()
  }

  /** Stores nothing if something was written since `epoch`. */
  set(key: string, value: V, epoch: number): void {
    if (this.#forgetOlder() !== epoch) return
    this.#characters += key.length + JSON.stringify(value).length
    if (this.#characters > MAX_CHARACTERS) this.#clear()
    else this.#values.set(key, value)
  }

  #clear(): void {
    this.#values.clear()
    this.#characters = 0
  }

  #forgetOlder(): number {
    const { recent } = this.#cacheEpoch
    if (recent !== this.#epoch) this.#clear()
    this.#epoch = recent
    return recent
  }
}
