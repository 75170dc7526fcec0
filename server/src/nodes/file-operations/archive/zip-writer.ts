import { configure, ZipWriter } from '@zip.js/zip.js'
import type { NewFile } from '#nodes/thread-files/thread-files.ts'

// We are in a worker thread already, and the platform compresses.
configure({ useWebWorkers: false, useCompressionStream: true })

export interface ZipContent {
  readonly path: string
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Writes a ZIP file. The entries share a date, so that the same contents make the same bytes. */
export async function writeZipEntries(
  file: NewFile,
  contents: readonly ZipContent[],
  modifiedAt: number,
): Promise<void> {
  let cause: unknown
  const sink = new WritableStream<Uint8Array>({
    async write(chunk) {
      try {
        // The writer may use its buffer again.
        await file.write(new Uint8Array(chunk))
      } catch (error) {
        cause = error
        throw error
      }
    },
  })
  try {
    const zip = new ZipWriter(sink, {
      keepOrder: true,
      lastModDate: new Date(modifiedAt),
      extendedTimestamp: false,
      // No file of an account comes near 4 GiB, and older programs do not know the format for larger ones.
      zip64: false,
    })
    for (const { path, chunks } of contents) await zip.add(path, ReadableStream.from(remember(chunks)))
    await zip.close()
  } catch (error) {
    throw cause ?? error
  }

  async function* remember(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks
    } catch (error) {
      cause ??= error
      throw error
    }
  }
}
