import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { refersToFile } from '#domain/index.ts'

/*
 * Long texts of executions are stored compressed: they take a fifth of the space, and writing them to disk would take longer
 * than compressing them, which does not occupy this thread. See ADR 63.
 */

/** Shorter texts are written faster than they are compressed. */
const MIN_LENGTH = 64 * 1024
/** A text that does not become smaller than this part of it is stored as it is. */
const WORTHWHILE = 0.75
/** Begins what is compressed, in base64. No JSON begins like this. */
const MARK = 'zstd:'
/** Begins a page in the row of its execution whose steps are packed. */
const PACKED_STEPS = `{"steps":"${MARK}`
/** A buffer for a whole text of the usual size, instead of many small ones that are joined afterwards. */
const CHUNKS = { chunkSize: 1024 * 1024 }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/**
 * Whether a text may be packed. Statements search the stored texts for waits, and transactions search them for files, so
 * texts with one of these stay as they are.
 */
export function isPackable(text: string | null): text is string {
  return text !== null && text.length >= MIN_LENGTH && !refersToFile(text) && !text.includes('"waitId":"')
}

/** What is stored of a text that may be packed. */
export async function packText(text: string): Promise<string> {
  const packed = await compress(Buffer.from(text), {
    chunkSize: 256 * 1024,
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
  })
  const stored = MARK + packed.toString('base64')
  return stored.length < text.length * WORTHWHILE ? stored : text
}

/** The text that was stored, packed or not. */
export async function unpackText(stored: string): Promise<string> {
  return isPacked(stored) ? (await decompress(bytesOf(stored), CHUNKS)).toString() : stored
}

/** The same at once, where the text is about to be parsed as a whole: that takes several times as long. */
export function unpackTextNow(stored: string): string {
  return isPacked(stored) ? zstdDecompressSync(bytesOf(stored), CHUNKS).toString() : stored
}

/** A page in the row of its execution, whose steps may be packed. */
export async function unpackPage(page: string): Promise<string> {
  if (!page.startsWith(PACKED_STEPS)) return page
  const start = PACKED_STEPS.length - MARK.length
  const end = page.indexOf('"', start)
  return `{"steps":${await unpackText(page.slice(start, end))}${page.slice(end + 1)}`
}

export function isPacked(stored: string): boolean {
  return stored.startsWith(MARK)
}

function bytesOf(stored: string): Buffer {
  return Buffer.from(stored.slice(MARK.length), 'base64')
}
