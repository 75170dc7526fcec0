/** How many bytes pass between two collections. */
const COLLECT_BYTES = 8 * 1024 * 1024

/**
 * Passes chunks on and frees those that have passed. Chunks are memory outside of the heap, and streaming allocates hardly
 * anything inside of it, so V8 would let a hundred megabytes of them gather before it collects. A young collection takes about a
 * millisecond. It needs `--expose-gc`, which `npm start` sets.
 */
export async function* collectChunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    yield chunk
    bytes += chunk.length
    if (bytes < COLLECT_BYTES) continue
    bytes = 0
    globalThis.gc?.({ type: 'minor', execution: 'sync' })
  }
}
