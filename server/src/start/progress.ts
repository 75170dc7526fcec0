/** How often a terminal is redrawn, and how often a line is printed elsewhere. */
const REDRAW_MS = 100
const LINE_MS = 5_000
/** Below this, a rate says nothing. */
const SETTLE_MS = 500

export interface ProgressOutput {
  readonly isTerminal: boolean
  write(text: string): void
}

export interface ProgressOptions {
  /** What is counted, such as `workflows`. */
  readonly what: string
  /** Undefined if it is not known beforehand. */
  readonly total?: number
  readonly output?: ProgressOutput
  now?(): number
}

/**
 * Shows how far a command is: on a terminal one line that is redrawn, with count, rate and time left; elsewhere a plain line
 * every few seconds. A command that is done at once shows nothing. Written to standard error, so that the output stays clean.
 */
export class Progress {
  readonly #what: string
  readonly #total: number | undefined
  readonly #output: ProgressOutput
  readonly #now: () => number
  readonly #startedAt: number
  #shownAt: number
  #hasLine = false

  constructor({ what, total, output = standardError, now = () => Date.now() }: ProgressOptions) {
    this.#what = what
    this.#total = total
    this.#output = output
    this.#now = now
    this.#startedAt = now()
    this.#shownAt = this.#startedAt
  }

  /** `done` is the count so far, and `total` the new total if it has changed. */
  update(done: number, total: number | undefined = this.#total): void {
    const now = this.#now()
    if (now - this.#shownAt < (this.#output.isTerminal ? REDRAW_MS : LINE_MS)) return
    this.#shownAt = now
    const line = describe({ done, total, what: this.#what, elapsedMs: now - this.#startedAt })
    this.#output.write(this.#output.isTerminal ? `\r\u001B[K${line}` : `${line}\n`)
    this.#hasLine = this.#output.isTerminal
  }

  /** Shows on a terminal that something began, before the first part of it is done. */
  begin(total: number | undefined = this.#total): void {
    if (!this.#output.isTerminal) return
    const line = describe({ done: 0, total, what: this.#what, elapsedMs: 0 })
    this.#output.write(`\r\u001B[K${line}`)
    this.#hasLine = true
  }

  /** Removes the line from the terminal. */
  finish(): void {
    if (this.#hasLine) this.#output.write('\r\u001B[K')
    this.#hasLine = false
  }
}

interface State {
  readonly done: number
  readonly total: number | undefined
  readonly what: string
  readonly elapsedMs: number
}

function describe({ done, total, what, elapsedMs }: State): string {
  const count =
    total === undefined
      ? `${group(done)} ${what}`
      : `${group(done)} of ${group(total)} ${what} (${total === 0 ? 100 : Math.floor((100 * done) / total)} %)`
  if (elapsedMs < SETTLE_MS || done === 0) return count
  const rate = (done * 1_000) / elapsedMs
  const speed = `${group(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))}/s`
  if (total === undefined || total <= done) return `${count}, ${speed}`
  return `${count}, ${speed}, ${describeTime((total - done) / rate)} left`
}

function describeTime(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${Math.ceil(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

function group(count: number): string {
  return count.toLocaleString('en-US')
}

export const standardError: ProgressOutput = {
  get isTerminal() {
    return process.stderr.isTTY
  },
  write: (text) => void process.stderr.write(text),
}
