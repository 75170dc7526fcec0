import type { ByteRange } from '#domain/index.ts'

/**
 * The contents of files. Each content is written once under a new key, never changed, and streamed in both directions: nothing
 * holds a whole content in memory. Which contents exist, and who may read them, is up to the `FileRecords`.
 */
export interface FileStore {
  /**
   * Writes a content. Resolves once it is durable. If `chunks` fails, the write fails with the same error, and nothing of it
   * can be read; `remove` deletes what it left.
   */
  write(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Reads a content or a part of it. Fails if there is no such content. The size of the chunks is bounded. */
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>
  /** Deletes contents, and what is left of writes that failed. Keys without a content are ignored. */
  remove(keys: readonly string[]): Promise<void>
  close(): Promise<void>
}
