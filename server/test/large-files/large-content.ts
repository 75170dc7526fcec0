import { createHash, randomBytes } from 'node:crypto'

const CHUNK_BYTES = 64 * 1024
/** Does not compress. */
const BLOCK = randomBytes(CHUNK_BYTES)

export const MIB = 1024 * 1024

/** Bytes that are made as they are read. Contents with different names differ in every chunk. */
export class LargeContent {
  readonly size: number
  readonly sha256: string
  readonly #name: string

  constructor(name: string, size: number) {
    this.size = size
    this.#name = name
    const hash = createHash('sha256')
    for (const chunk of this.chunks()) hash.update(chunk)
    this.sha256 = hash.digest('hex')
  }

  *chunks(): Generator<Buffer> {
    for (let at = 0; at < this.size; at += CHUNK_BYTES) {
      const chunk = Buffer.from(BLOCK.subarray(0, Math.min(CHUNK_BYTES, this.size - at)))
      chunk.write(`${at} of ${this.#name} `, 'latin1')
      yield chunk
    }
  }
}

/** The digest and the size of what a stream brings. */
export async function measure(chunks: AsyncIterable<Uint8Array>): Promise<Measured> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

export interface Measured {
  readonly size: number
  readonly sha256: string
}
