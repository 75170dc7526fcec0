import { createHash, randomUUID } from 'node:crypto'
import { type AccountId, readMediaType, safeFileName, type StoredFile } from '#domain/index.ts'
import type { Files, FileSource } from '#ports/index.ts'

const CHUNK_BYTES = 64 * 1024

/** Files in memory, for tests of nodes. */
export class MemoryFiles implements Files {
  readonly #files = new Map<string, { readonly file: StoredFile; readonly bytes: Buffer }>()
  readonly #maxBytes: number

  constructor(maxBytes = 100 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  get count(): number {
    return this.#files.size
  }

  async create(accountId: AccountId, { name, mediaType, chunks, ...source }: FileSource) {
    const maxBytes = Math.min(source.maxBytes ?? Infinity, this.#maxBytes)
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    const bytes = Buffer.concat(parts)
    if (bytes.length > maxBytes) {
      const message = `The file is larger than ${maxBytes} bytes.`
      return { ok: false, code: 'FILE_TOO_LARGE', message } as const
    }
    const file = {
      id: randomUUID(),
      accountId,
      name: safeFileName(name),
      mediaType: readMediaType(mediaType),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      contentId: randomUUID(),
      createdAt: 0,
    }
    this.#files.set(file.id, { file, bytes })
    return { ok: true, file } as const
  }

  async open(account: AccountId, id: string) {
    const found = this.#files.get(id)
    if (found?.file.accountId !== account) return undefined
    const { file, bytes } = found
    return {
      file,
      async *read(range = { start: 0, end: bytes.length - 1 }) {
        for (let start = range.start; start <= range.end; start += CHUNK_BYTES)
          yield bytes.subarray(start, Math.min(start + CHUNK_BYTES, range.end + 1))
      },
    }
  }
}
