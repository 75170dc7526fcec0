import { statfsSync } from 'node:fs'
import type { DiskSpace, Log, Scheduler } from '#ports/index.ts'
import type { DiskReserve } from './disk-reserve.ts'

const POLL_INTERVAL_MS = 5_000
/** A write asks for a new measurement if the last one is older: what was written meanwhile by anybody counts. */
const FRESH_MS = 20

/**
 * Watches the free disk space: regularly, so that the log says when it changes, and before writes, so that nothing that is
 * written between two checks goes unnoticed. A measurement takes microseconds.
 */
export class DiskWatch implements DiskSpace {
  readonly #folder: string
  readonly #minFreeBytes: number
  readonly #log: Log
  readonly #reserve: Pick<DiskReserve, 'keep'> | undefined
  #isStarted = false
  #low = false
  #measuredAt = 0
  #cancelTimer: (() => void) | undefined

  constructor(folder: string, minFreeBytes: number, log: Log, reserve?: Pick<DiskReserve, 'keep'>) {
    this.#folder = folder
    this.#minFreeBytes = minFreeBytes
    this.#log = log
    this.#reserve = reserve
  }

  async start(scheduler: Scheduler): Promise<void> {
    this.#isStarted = true
    await this.#poll()
    this.#cancelTimer = scheduler.every(POLL_INTERVAL_MS, () => void this.#poll())
  }

  stop(): void {
    this.#isStarted = false
    this.#cancelTimer?.()
  }

  isLow(): boolean {
    if (this.#isStarted && performance.now() - this.#measuredAt >= FRESH_MS) this.#measure()
    return this.#low
  }

  async #poll(): Promise<void> {
    this.#measure()
    if (!this.#low) await this.#reserve?.keep()
  }

  #measure(): void {
    this.#measuredAt = performance.now()
    try {
      const { bavail, bsize } = statfsSync(this.#folder)
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
