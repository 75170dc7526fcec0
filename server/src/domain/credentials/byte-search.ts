/** A part of some bytes, from `start` up to but not including `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const BLOCK_VALUES = 65_536
const MAX_SHIFT = 255

/**
 * Finds many sequences at once in one pass, after Wu and Manber: two bytes decide how far to go on, so that most bytes are not
 * looked at. Sequences have at least two bytes.
 */
export class ByteSearch {
  /** The length of the longest sequence; 0 if there are none. */
  readonly longest: number
  readonly #shortest: number
  readonly #shifts: Uint8Array
  /** The sequences by the last two bytes of the part that is as long as the shortest one. */
  readonly #byBlock = new Map<number, Buffer[]>()

  constructor(sequences: readonly Buffer[]) {
    this.longest = Math.max(0, ...sequences.map(({ length }) => length))
    this.#shortest = Math.min(MAX_SHIFT, ...sequences.map(({ length }) => length))
    this.#shifts = new Uint8Array(BLOCK_VALUES).fill(this.#shortest - 1)
    for (const sequence of sequences) {
      for (let at = 1; at < this.#shortest; at++) {
        const block = blockAt(sequence, at)
        this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, this.#shortest - 1 - at)
      }
      const last = blockAt(sequence, this.#shortest - 1)
      this.#byBlock.set(last, [...(this.#byBlock.get(last) ?? []), sequence])
    }
  }

  /** Where the sequences are, by their starts; of those with the same start, the longest. */
  find(bytes: Uint8Array): ByteRange[] {
    const found: ByteRange[] = []
    if (this.longest === 0) return found
    let at = this.#shortest - 1
    while (at < bytes.length) {
      const block = blockAt(bytes, at)
      const shift = this.#shifts[block] ?? 0
      if (shift > 0) {
        at += shift
        continue
      }
      const end = this.#endOfLongest(bytes, at - this.#shortest + 1, block)
      if (end !== undefined) found.push({ start: at - this.#shortest + 1, end })
      at += 1
    }
    return found
  }

  #endOfLongest(bytes: Uint8Array, start: number, block: number): number | undefined {
    const lengths = (this.#byBlock.get(block) ?? [])
      .filter((sequence) => isAt(bytes, start, sequence))
      .map(({ length }) => length)
    return lengths.length === 0 ? undefined : start + Math.max(...lengths)
  }
}

function blockAt(bytes: Uint8Array, last: number): number {
  return ((bytes[last - 1] ?? 0) << 8) | (bytes[last] ?? 0)
}

function isAt(bytes: Uint8Array, start: number, sequence: Buffer): boolean {
  const end = start + sequence.length
  return end <= bytes.length && sequence.compare(bytes, start, end) === 0
}
