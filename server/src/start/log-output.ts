import { writeSync } from 'node:fs'

/** What is kept while the log cannot be written. Later lines are dropped. */
const MAX_WAITING_BYTES = 256 * 1024
/** How soon the lines that wait are written when nobody logs anything. */
const RETRY_MS = 1_000
/** How soon a reader that is slow is tried again. */
const PAUSE_MS = 10
/** After so many, two seconds, the reader has stopped. */
const MAX_PAUSES = 200

/** Writes a part of the text and returns how many bytes that was. */
type Write = (bytes: Uint8Array) => number

/**
 * Writes the lines of the log to standard error, at once if that is possible. If not, such as on a full disk or while nobody
 * reads, nothing ends: the first ones wait until there is room again, and a line says how many were dropped.
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
    const bytes = Buffer.from(line)
    // Nothing else runs in a pause: only where the line would be dropped otherwise.
    const pauses = this.#dropped > 0 || this.#waiting.length + bytes.length > MAX_WAITING_BYTES
    this.#writeWaiting({ pauses })
    const rest = this.#waiting.length === 0 && this.#dropped === 0 ? this.#writeAll(bytes, { pauses }) : bytes
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
      this.#writeWaiting({ pauses: false })
      this.#tryLater()
    }, RETRY_MS).unref()
  }

  /** Tries to write what waits, at the end of the process: the reader gets another chance. */
  flush(): void {
    this.#hasReaderStopped = false
    this.#writeWaiting({ pauses: true })
  }

  #writeWaiting({ pauses }: { readonly pauses: boolean }): void {
    this.#waiting = this.#writeAll(this.#waiting, { pauses })
    if (this.#waiting.length > 0 || this.#dropped === 0) return
    const notice = { level: 40, time: new Date().toISOString(), dropped: this.#dropped, msg: DROPPED }
    this.#waiting = this.#writeAll(Buffer.from(`${JSON.stringify(notice)}\n`), { pauses })
    this.#dropped = 0
  }

  /** What could not be written. */
  #writeAll(bytes: Uint8Array, { pauses }: { readonly pauses: boolean }): Uint8Array {
    let rest = bytes
    let count = 0
    while (rest.length > 0) {
      try {
        rest = rest.subarray(this.#write(rest))
        this.#hasReaderStopped = false
      } catch (error) {
        // There is no place to report it.
        if (!isPipeFull(error) || !pauses || this.#hasReaderStopped) break
        this.#pause()
        count += 1
        this.#hasReaderStopped = count >= MAX_PAUSES
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
