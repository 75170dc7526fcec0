export interface Part {
  /** Overwritten by the next part. */
  readonly bytes: Buffer
  readonly isLast: boolean
}

const FIRST_BYTES = 64 * 1024

/**
 * The same bytes in parts of one size; only the last one is smaller. There is always a last part, which is empty if there are
 * no bytes at all. All parts use the same memory, so that a long content leaves no garbage, and a short one takes little.
 */
export async function* fillParts(size: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let memory: Buffer = Buffer.allocUnsafeSlow(Math.min(size, FIRST_BYTES))
  let filled = 0
  for await (const chunk of chunks) {
    let rest = chunk
    while (rest.length > 0) {
      // A full part is sent once it is certain that another one follows.
      if (filled === size) {
        yield { bytes: memory, isLast: false }
        filled = 0
      }
      memory = withSpace(memory, filled, { needed: Math.min(size, filled + rest.length), size })
      const taken = rest.subarray(0, size - filled)
      memory.set(taken, filled)
      filled += taken.length
      rest = rest.subarray(taken.length)
    }
  }
  yield { bytes: memory.subarray(0, filled), isLast: true }
}

function withSpace(
  memory: Buffer,
  filled: number,
  { needed, size }: { readonly needed: number; readonly size: number },
): Buffer {
  if (needed <= memory.length) return memory
  const larger = Buffer.allocUnsafeSlow(Math.min(size, Math.max(needed, memory.length * 2)))
  memory.copy(larger, 0, 0, filled)
  return larger
}
