import {
  configure,
  ERR_ENCRYPTED,
  ERR_OVERLAPPING_ENTRY,
  type FileEntry,
  Reader,
  ZipReader,
} from '@zip.js/zip.js'
import { reasonOf } from '#nodes/format-operations/format-result.ts'
import { OperationFailed } from '#nodes/thread-files/operation-failed.ts'
import type { ThreadFiles } from '#nodes/thread-files/thread-files.ts'

const CHUNK_BYTES = 512 * 1024
/** A list of contents that is longer is not read: it would describe far more entries than a node accepts. */
const MAX_READ_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 10_000

// We are in a worker thread already, and the platform decompresses.
configure({ useWebWorkers: false, useCompressionStream: true, chunkSize: CHUNK_BYTES })

export interface ZipNaming {
  /** The code of failures. */
  readonly code: string
  /** Starts a sentence: "The archive". */
  readonly noun: string
}

/** Reads the parts of a ZIP file that are asked for. Sizes and positions are checked; nothing in it is trusted. */
export class ZipFile {
  readonly #naming: ZipNaming
  readonly #zip: ZipReader<unknown>

  constructor(files: ThreadFiles, naming: ZipNaming) {
    this.#naming = naming
    this.#zip = new ZipReader(new InputReader(files), {
      checkOverlappingEntry: true,
      checkCrc32: true,
      // Names are made safe where files are created.
      filenameValidation: 'tolerant',
    })
  }

  /** The entries that are files. Folders are left out. */
  async entries(): Promise<readonly FileEntry[]> {
    const entries: FileEntry[] = []
    try {
      for await (const entry of this.#zip.getEntriesGenerator()) {
        if (!entry.directory) entries.push(entry)
        if (entries.length > MAX_ENTRIES)
          throw new OperationFailed(
            'TOO_MANY_ITEMS',
            `${this.#naming.noun} has more than ${MAX_ENTRIES.toLocaleString('en')} entries.`,
          )
      }
    } catch (error) {
      throw this.#explain(error)
    }
    return entries
  }

  /** Decompresses an entry. Fails when it has more bytes than `maxBytes`, whatever it says about its size. */
  async read(
    entry: FileEntry,
    maxBytes: number,
    onChunk: (bytes: Uint8Array) => Promise<void> | void,
  ): Promise<void> {
    let size = 0
    let cause: unknown
    const sink = new WritableStream<Uint8Array>({
      async write(chunk) {
        size += chunk.length
        try {
          if (size > maxBytes) throw new EntryTooLarge()
          await onChunk(chunk)
        } catch (error) {
          cause = error
          throw error
        }
      },
    })
    try {
      await entry.getData(sink)
    } catch (error) {
      throw cause ?? this.#explain(error)
    }
  }

  #explain(error: unknown): unknown {
    if (error instanceof OperationFailed) return error
    const { code, noun } = this.#naming
    const reason = error instanceof Error ? error.message : ''
    if (reason === ERR_ENCRYPTED)
      return new OperationFailed(
        'PASSWORD_REQUIRED',
        `${noun} is protected with a password. Remove the protection first.`,
      )
    const problem = reason === ERR_OVERLAPPING_ENTRY ? 'its entries overlap' : reasonOf(error)
    return new OperationFailed(code, `${noun} cannot be read: ${problem}.`)
  }
}

/** An entry has more bytes than its reader accepts. */
export class EntryTooLarge extends Error {}

class InputReader extends Reader<ThreadFiles> {
  readonly #files: ThreadFiles

  constructor(files: ThreadFiles) {
    super(files)
    this.#files = files
  }

  override async init(): Promise<void> {
    await super.init?.()
    this.size = this.#files.inputs[0]?.size ?? 0
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const end = Math.min(index + length, this.size)
    if (end <= index) return new Uint8Array()
    if (end - index > MAX_READ_BYTES)
      throw new OperationFailed('TOO_MANY_ITEMS', 'The list of entries is too long.')
    const bytes = new Uint8Array(end - index)
    let position = 0
    for await (const chunk of this.#files.read(0, { start: index, end: end - 1 })) {
      bytes.set(chunk, position)
      position += chunk.length
    }
    return bytes
  }
}
