const smallest = 4096

/**
 * Bytes up to a limit, in one growing piece of memory. A list of chunks would let a peer that sends single bytes make
 * us keep a hundred times what it sent.
 */
export class CappedBuffer {
  readonly #limit: number
  #bytes: Buffer = Buffer.alloc(0)
  #size = 0
  #overflowed = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** True once more came than fits. */
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
    const grown = Math.min(this.#limit, Math.max(smallest, size, this.#bytes.length * 2))
    // Not from the shared pool: the bytes leave this layer and must show nothing but themselves.
    const bytes = Buffer.allocUnsafeSlow(grown)
    bytes.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = bytes
  }
}
