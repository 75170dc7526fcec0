import { writeSync } from 'node:fs'

/** What is kept while the log cannot be written. Later lines are dropped. */
const MAX_WAITING_BYTES = 256 * 1024
/** How soon the lines that wait are written when nobody logs anything. */
const RETRY_MS = 1_000
/** How soon a reader that is slow is tried again. */
const PAUSE_MS = 10
/** After so many, two seconds, the reader has stopped: nothing else runs in a pause. */
const MAX_PAUSES = 200

/** Writes a part of the text and returns how many bytes that was. */
type Write = (bytes: Uint8Array) => number

/**
 * Writes the lines of the log to standard error, at once, or as fast as they are read. If they cannot be written, such as on a
 * full disk, nothing ends: the first ones wait until there is room again, and a line says how many were dropped.
 */
export class LogOutput {
  readonly #write: Write
  readonly #pause: () => void
  /** Then there are no pauses until something can be written again. */
  #hasReaderStopped = false
  #waiting: Uint8Array = Buffer.alloc(0)
  #dropped = 0
  #retry: NodeJS.Timeout | undefined

  constructor(write: Write = (bytes) => writeSync(2, bytes), pause: () => void = pauseThread) {
    this.#write = write
    this.#pause = pause
  }

  write(line: string): void {
    this.#writeWaiting()
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
      this.#writeWaiting()
      this.#tryLater()
    }, RETRY_MS).unref()
  }

  /** Tries to write what waits, at the end of the process: the reader gets another chance. */
  flush(): void {
    this.#hasReaderStopped = false
    this.#writeWaiting()
  }

  #writeWaiting(): void {
    this.#waiting = this.#writeAll(this.#waiting)
    if (this.#waiting.length > 0 || this.#dropped === 0) return
    const notice = { level: 40, time: new Date().toISOString(), dropped: this.#dropped, msg: DROPPED }
    this.#waiting = this.#writeAll(Buffer.from(`${JSON.stringify(notice)}\n`))
    this.#dropped = 0
  }

  /** What could not be written. */
  #writeAll(bytes: Uint8Array): Uint8Array {
    let rest = bytes
    let pauses = 0
    while (rest.length > 0) {
      try {
        rest = rest.subarray(this.#write(rest))
        this.#hasReaderStopped = false
      } catch (error) {
        // There is no place to report it.
        if (!isPipeFull(error) || this.#hasReaderStopped) break
        this.#pause()
        pauses += 1
        this.#hasReaderStopped = pauses >= MAX_PAUSES
      }
    }
    return rest
  }
}

const DROPPED = 'the log could not be written, lines were dropped'

/** Node makes a pipe non-blocking when `process.stderr` is used, so a write does not wait for the reader by itself. */
function isPipeFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EAGAIN'
}

function pauseThread(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}
