/** How much may be left behind between two collections. */
const COLLECT_BYTES = 10 * 1024 * 1024

/** How many bytes each byte of a chunk leaves behind. */
export const LEFT_BEHIND = {
  /** The chunk itself. */
  passed: 1,
  /** Chunks are copied into the parts of an upload to a bucket. */
  copied: 1,
  /** The response of a bucket is collected from its parts, and passed on once it is complete. */
  collected: 1,
  /** An attachment is made base64, then lines, then bytes again. */
  encoded: 3,
  /** The PostgreSQL driver makes texts of bytes that it reads, and copies those that it writes. */
  database: 3,
} as const

let leftBehind = 0

/**
 * Passes chunks on and frees those that have passed. Chunks are memory outside of the heap, and streaming allocates hardly
 * anything inside of it, so V8 would let a hundred megabytes of them gather before it collects. A young collection takes about a
 * millisecond. It needs `--expose-gc`, which `npm start` sets. Nothing but memory depends on it.
 *
 * All streams of the process count together: two collections shortly after each other would make V8 believe that what is on its
 * way at the moment lives long, and keep it.
 */
export async function* collectChunks(
  chunks: AsyncIterable<Uint8Array>,
  weight: number = LEFT_BEHIND.passed,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk
    leftBehind += chunk.length * weight
    if (leftBehind < COLLECT_BYTES) continue
    leftBehind = 0
    globalThis.gc?.({ type: 'minor', execution: 'sync' })
  }
}
