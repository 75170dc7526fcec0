/** Longer texts get arrays of their own. */
const MAX_REUSED = 256 * 1024
const STEP = 4 * 1024

/**
 * Arrays for text without its escapes, used again for every text: those of a file of many megabytes, which arrives in parts, would
 * be garbage of ten times its size. Only for work that is done with one text before it begins with the next.
 */
export class ReusedArrays {
  #arrays = newArrays(0)

  /** For so many bytes, and one more start. Both may be longer, and hold anything. */
  take(length: number): Arrays {
    if (length > MAX_REUSED) return newArrays(length)
    if (this.#arrays.bytes.length < length) this.#arrays = newArrays(Math.ceil(length / STEP) * STEP)
    return this.#arrays
  }
}

interface Arrays {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

function newArrays(length: number): Arrays {
  return { bytes: new Uint8Array(length), starts: new Uint32Array(length + 1) }
}
