const minCapacity = 4096

/**
 * A growing buffer with a limit. A list of chunks would let a peer that sends single bytes use a hundred times the memory of
 * its data.
 */
export class CappedBuffer {
  readonly #limit: number
  #bytes: Buffer = Buffer.alloc(0)
  #size = 0
  #overflowed = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** True if more bytes were appended than fit. */
  get overflowed(): boolean {
    return this.#overflowed
  }

  append(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, this.#limit - this.#size)
    if (kept.length < chunk.length) this.#overflowed = true
    this.#reserve(this.#size + kept.length)
    this.#bytes.set(kept, this.#size)
    this.#size += kept.length
  }

  contents(): Buffer {
    return this.#bytes.subarray(0, this.#size)
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return
    const grown = Math.min(this.#limit, Math.max(minCapacity, size, this.#bytes.length * 2))
    // Not from the shared pool: callers get this memory, and it must not contain other data.
    const bytes = Buffer.allocUnsafeSlow(grown)
    bytes.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = bytes
  }
}
