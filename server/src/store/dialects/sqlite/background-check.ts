import { Worker } from 'node:worker_threads'
import { damageOf, isLarge } from './check-integrity.ts'

/** What the worker thread reports. */
export interface CheckReport {
  /** Undefined when the file is whole. */
  readonly damage: string | undefined
}

/** Checks a file that is too large to be checked before the start, on a worker thread while the service runs. */
export class BackgroundCheck {
  readonly #file: string
  readonly #onDamage: (error: Error) => void
  #worker: Worker | undefined

  constructor(file: string, onDamage: (error: Error) => void) {
    this.#file = file
    this.#onDamage = onDamage
  }

  /** Resolves when the file is checked, with what was found; undefined if there was no need. Rejects if it cannot be read. */
  async run(): Promise<'whole' | 'damaged' | undefined> {
    if (!isLarge(this.#file)) return undefined
    const worker = new Worker(new URL('background-check-thread.ts', import.meta.url), {
      workerData: this.#file,
    })
    worker.unref()
    this.#worker = worker
    const report = await new Promise<CheckReport | undefined>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      // The service stops.
      worker.once('exit', () => resolve(undefined))
    })
    if (report === undefined) return undefined
    if (report.damage === undefined) return 'whole'
    this.#onDamage(damageOf(report.damage))
    return 'damaged'
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }
}
