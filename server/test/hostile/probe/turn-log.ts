import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Shorter turns are not written down. */
const NOTED_MS = 20

/** The long turns of a service that was started with these settings. */
export class TurnLog {
  readonly settings: Readonly<Record<string, string>>
  readonly #file: string
  readonly #startUps: { readonly from: number; readonly to: number }[] = []

  constructor(folder: string) {
    this.#file = join(folder, 'turns.log')
    writeFileSync(this.#file, '')
    const watch = new URL('turn-watch.js', import.meta.url).href
    this.settings = {
      NODE_OPTIONS: `--import=${watch}`,
      MILLRACE_TEST_TURNS: this.#file,
      MILLRACE_TEST_TURNS_FROM_MS: String(NOTED_MS),
    }
  }

  /** Nobody waits for a process that starts and does not listen yet. */
  addStartUp(from: number, to: number): void {
    this.#startUps.push({ from, to: to + NOTED_MS })
  }

  #isStartUp(at: number): boolean {
    return this.#startUps.some(({ from, to }) => from <= at && at <= to)
  }

  /** How long the main thread computed at most without a turn of its event loop, since the time; 0 if never for long. */
  longestSince(time: number): number {
    const turns = readFileSync(this.#file, 'utf8')
      .split('\n')
      .map((line) => line.split(' ').map(Number))
    return turns.reduce(
      (longest, [at = 0, ms = 0]) => (at >= time && ms > longest && !this.#isStartUp(at) ? ms : longest),
      0,
    )
  }
}
