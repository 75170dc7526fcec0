import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import type { FileEntry } from '@zip.js/zip.js'
import { type JsonObject, mediaTypeOf, safeFileName, safeFilePath } from '#domain/index.ts'
import { type FormatResult, reasonOf } from '#nodes/format-operations/format-result.ts'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'
import type { NewFile, ThreadFiles } from '#nodes/thread-files/thread-files.ts'
import { matchesPath } from './match-path.ts'
import { EntryTooLarge, ZipFile } from './zip-file.ts'

/** A small archive can stand for a lot of data. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024
const MAX_FILES = 1_000

const NAMING = { code: 'ARCHIVE_INVALID', noun: 'The archive' }

export async function listArchive(files: ThreadFiles, _input: object): Promise<FormatResult> {
  const format = await detectFormat(files)
  if (format === 'gzip') {
    const [source] = files.inputs
    return {
      ok: true,
      value: [{ path: unpackedName(files), size: null, compressed_size: source?.size ?? 0, modified: null }],
    }
  }
  const entries = await new ZipFile(files, NAMING).entries()
  return { ok: true, value: entries.map(describe) }
}

function describe(entry: FileEntry): JsonObject {
  return {
    path: safeFilePath(entry.filename),
    size: entry.uncompressedSize,
    compressed_size: entry.compressedSize,
    modified: Number.isNaN(entry.lastModDate.getTime()) ? null : entry.lastModDate.toISOString(),
  }
}

export interface ExtractInput {
  /** Paths to extract, with `*` for any characters; empty: all. */
  readonly paths: readonly string[]
}

export async function extractArchive(files: ThreadFiles, { paths }: ExtractInput): Promise<FormatResult> {
  if ((await detectFormat(files)) === 'gzip') return { ok: true, value: [await gunzip(files)] }
  const zip = new ZipFile(files, NAMING)
  const wanted = (await zip.entries()).filter(({ filename }) => {
    const path = safeFilePath(filename)
    return paths.length === 0 || paths.some((pattern) => matchesPath(path, pattern))
  })
  if (wanted.length > MAX_FILES)
    throw new OperationFailed(
      'TOO_MANY_ITEMS',
      `${wanted.length.toLocaleString('en')} files would be extracted, but a step can create ${MAX_FILES.toLocaleString('en')}. Choose some with \`paths\`.`,
    )
  // What an entry says about its size is checked when it is read.
  if (wanted.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > MAX_TOTAL_BYTES) throw refuseTotal()
  let left = MAX_TOTAL_BYTES
  const extracted: JsonObject[] = []
  for (const entry of wanted) {
    const path = safeFilePath(entry.filename)
    const file = create(files, path)
    try {
      await zip.read(entry, left, async (bytes) => {
        left -= bytes.length
        await file.write(bytes)
      })
    } catch (error) {
      throw error instanceof EntryTooLarge ? refuseTotal() : error
    }
    extracted.push({ path, file: await file.end() })
  }
  return { ok: true, value: extracted }
}

async function gunzip(files: ThreadFiles): Promise<JsonObject> {
  const path = unpackedName(files)
  const file = create(files, path)
  let size = 0
  try {
    await pipeline(files.read(0), createGunzip(), async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > MAX_TOTAL_BYTES) throw refuseTotal()
        await file.write(chunk)
      }
    })
  } catch (error) {
    if (error instanceof OperationFailed || !isZlibError(error)) throw error
    throw new OperationFailed(NAMING.code, `${NAMING.noun} cannot be read: ${reasonOf(error)}.`)
  }
  return { path, file: await file.end() }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && /^Z_|^ERR_/.test(String((error as { code?: unknown }).code))
}

function refuseTotal(): OperationFailed {
  return new OperationFailed(
    'OUTPUT_TOO_LARGE',
    `The content of the archive is larger than ${MAX_TOTAL_BYTES / 1024 / 1024} MiB. Choose some of its files with \`paths\`.`,
  )
}

function create(files: ThreadFiles, path: string): NewFile {
  const name = safeFileName(path)
  return files.create({ name, mediaType: mediaTypeOf(name) })
}

/** The name of a compressed file without its last extension. */
function unpackedName(files: ThreadFiles): string {
  const name = files.inputs[0]?.name ?? ''
  return safeFileName(name.replace(/\.tgz$/i, '.tar').replace(/\.gz$/i, ''))
}

async function detectFormat(files: ThreadFiles): Promise<'zip' | 'gzip'> {
  const size = files.inputs[0]?.size ?? 0
  const start: number[] = []
  if (size > 0)
    for await (const chunk of files.read(0, { start: 0, end: Math.min(size, 4) - 1 })) start.push(...chunk)
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip'
  if (start[0] === 0x50 && start[1] === 0x4b) return 'zip'
  throw new OperationFailed('ARCHIVE_INVALID', 'The file is neither a ZIP archive nor a gzip file.')
}
