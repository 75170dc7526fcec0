import { statfs } from 'node:fs/promises'
import type { DiskSpace, Log, Scheduler } from '#ports/index.ts'

const POLL_INTERVAL_MS = 5_000

/** Polls the free disk space in the background, so that writes do not have to check it. */
export class DiskWatch implements DiskSpace {
  readonly #folder: string
  readonly #minFreeBytes: number
  readonly #log: Log
  #low = false
  #cancelTimer: (() => void) | undefined

  constructor(folder: string, minFreeBytes: number, log: Log) {
    this.#folder = folder
    this.#minFreeBytes = minFreeBytes
    this.#log = log
  }

  async start(scheduler: Scheduler): Promise<void> {
    await this.#poll()
    this.#cancelTimer = scheduler.every(POLL_INTERVAL_MS, () => void this.#poll())
  }

  stop(): void {
    this.#cancelTimer?.()
  }

  isLow(): boolean {
    return this.#low
  }

  async #poll(): Promise<void> {
    try {
      const { bavail, bsize } = await statfs(this.#folder)
      const free = bavail * bsize
      const low = free < this.#minFreeBytes
      if (low && !this.#low) this.#log.error({ free_bytes: free }, 'disk space is low, refusing writes')
      if (!low && this.#low)
        this.#log.info({ free_bytes: free }, 'disk space has recovered, accepting writes')
      this.#low = low
    } catch (error) {
      this.#log.warn({ err: error }, 'disk space check failed, keeping the previous result')
    }
  }
}
