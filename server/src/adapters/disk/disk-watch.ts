import { statfs } from 'node:fs/promises'
import type { DiskSpace, Log, Scheduler } from '#ports/index.ts'

const LOOK_EVERY_MS = 5_000

/** Looks at the free space now and then, so that a write costs no look of its own. */
export class DiskWatch implements DiskSpace {
  readonly #folder: string
  readonly #floorBytes: number
  readonly #log: Log
  #low = false
  #cancelTimer: (() => void) | undefined

  constructor(folder: string, floorBytes: number, log: Log) {
    this.#folder = folder
    this.#floorBytes = floorBytes
    this.#log = log
  }

  async start(scheduler: Scheduler): Promise<void> {
    await this.#look()
    this.#cancelTimer = scheduler.every(LOOK_EVERY_MS, () => void this.#look())
  }

  stop(): void {
    this.#cancelTimer?.()
  }

  isLow(): boolean {
    return this.#low
  }

  async #look(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(this.#folder)
      const free = bavail * bsize
      const low = free < this.#floorBytes
      if (low && !this.#low) this.#log.error({ free_bytes: free }, 'disk space is low: writes are refused')
      if (!low && this.#low) this.#log.info({ free_bytes: free }, 'disk space is sufficient again')
      this.#low = low
    } catch (error) {
      this.#log.warn({ err: error }, 'the free disk space cannot be read')
    }
  }
}
