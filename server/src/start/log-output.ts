import { writeSync } from 'node:fs'

/** What is kept while the log cannot be written. Later lines are dropped. */
const MAX_WAITING_BYTES = 256 * 1024
/** How soon the lines that wait are written when nobody logs anything. */
const RETRY_MS = 1_000

/** Writes a part of the text and returns how many bytes that was. */
type Write = (bytes: Uint8Array) => number

/**
 * Writes the lines of the log to standard error, at once. If they cannot be written, such as on a full disk, nothing ends: the
 * first ones wait until there is room again, and a line says how many were dropped.
 */
export class LogOutput {
  readonly #write: Write
  #waiting: Uint8Array = Buffer.alloc(0)
  #dropped = 0
  #retry: NodeJS.Timeout | undefined

  constructor(write: Write = (bytes) => writeSync(2, bytes)) {
    this.#write = write
  }

  write(line: string): void {
    this.flush()
    const bytes = Buffer.from(line)
    const rest = this.#waiting.length === 0 && this.#dropped === 0 ? this.#writeAll(bytes) : bytes
    if (rest.length === 0) return
    // The rest of a line that was begun is kept, however long it is.
    const isBegun = rest.length < bytes.length
    if (isBegun || (this.#dropped === 0 && this.#waiting.length + rest.length <= MAX_WAITING_BYTES)) {
      this.#waiting = Buffer.concat([this.#waiting, rest])
    } else this.#dropped += 1
    this.#tryLater()
  }

  #tryLater(): void {
    if (this.#retry !== undefined || (this.#waiting.length === 0 && this.#dropped === 0)) return
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.flush()
      this.#tryLater()
    }, RETRY_MS).unref()
  }

  /** Tries to write what waits. */
  flush(): void {
    this.#waiting = this.#writeAll(this.#waiting)
    if (this.#waiting.length > 0 || this.#dropped === 0) return
    const notice = { level: 40, time: new Date().toISOString(), dropped: this.#dropped, msg: DROPPED }
    this.#waiting = this.#writeAll(Buffer.from(`${JSON.stringify(notice)}\n`))
    this.#dropped = 0
  }

  /** What could not be written. */
  #writeAll(bytes: Uint8Array): Uint8Array {
    let rest = bytes
    try {
      while (rest.length > 0) rest = rest.subarray(this.#write(rest))
    } catch {
      // There is no place to report it.
    }
    return rest
  }
}

const DROPPED = 'the log could not be written, lines were dropped'
