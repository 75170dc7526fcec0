/** Above this, the sender pauses until the reader has caught up. */
const FULL_BYTES = 256 * 1024

interface Waiting {
  resolve(result: IteratorResult<Uint8Array>): void
  reject(error: unknown): void
}

export interface QueueSource {
  pause(): void
  resume(): void
  /** The reader wants no more. */
  cancel(): void
}

/** Chunks on their way from a connection to a reader that may be slower. It holds little more than `FULL_BYTES`. */
export class ChunkQueue implements AsyncIterable<Uint8Array> {
  readonly #source: QueueSource
  readonly #chunks: Uint8Array[] = []
  #bytes = 0
  #isPaused = false
  #end: { readonly error?: unknown } | undefined
  #waiting: Waiting | undefined

  constructor(source: QueueSource) {
    this.#source = source
  }

  push(chunk: Uint8Array): void {
    if (this.#end !== undefined) return
    if (this.#waiting !== undefined) {
      const { resolve } = this.#waiting
      this.#waiting = undefined
      resolve({ done: false, value: chunk })
      return
    }
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes < FULL_BYTES || this.#isPaused) return
    this.#isPaused = true
    this.#source.pause()
  }

  /** No chunk follows. With an error, the reader gets it after the chunks before it. */
  end(error?: unknown): void {
    if (this.#end !== undefined) return
    this.#end = error === undefined ? {} : { error }
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting === undefined) return
    if (error === undefined) waiting.resolve({ done: true, value: undefined })
    else waiting.reject(error)
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: () => this.#next(),
      return: async () => {
        this.#chunks.length = 0
        if (this.#end === undefined) {
          this.#end = {}
          this.#source.cancel()
        }
        return { done: true, value: undefined }
      },
    }
  }

  #next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift()
    if (chunk !== undefined) {
      this.#bytes -= chunk.length
      if (this.#isPaused && this.#bytes < FULL_BYTES / 2) {
        this.#isPaused = false
        this.#source.resume()
      }
      return Promise.resolve({ done: false, value: chunk })
    }
    if (this.#end === undefined) {
      return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }))
    }
    return 'error' in this.#end
      ? Promise.reject(this.#end.error)
      : Promise.resolve({ done: true, value: undefined })
  }
}
