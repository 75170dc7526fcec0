import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const TURNS_FILE = 'MILLRACE_TEST_TURNS'
/** Shorter turns are not written down. */
export const NOTED_MS = 20

/** The long turns of a service that was started with these settings. */
export class TurnLog {
  readonly settings: Readonly<Record<string, string>>
  readonly #file: string

  constructor(folder: string) {
    this.#file = join(folder, 'turns.log')
    writeFileSync(this.#file, '')
    const watch = new URL('turn-watch.ts', import.meta.url).href
    this.settings = { NODE_OPTIONS: `--import=${watch}`, [TURNS_FILE]: this.#file }
  }

  /** How long the main thread computed at most without a turn of its event loop, since the time; 0 if never for long. */
  longestSince(time: number): number {
    const turns = readFileSync(this.#file, 'utf8')
      .split('\n')
      .map((line) => line.split(' ').map(Number))
    return turns.reduce((longest, [at = 0, ms = 0]) => (at >= time && ms > longest ? ms : longest), 0)
  }
}
