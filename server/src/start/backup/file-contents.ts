import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FileStore, RestoreTarget, Snapshot, StoredValue, TableSnapshot } from '#ports/index.ts'

/**
 * In a backup, contents of files are rows of this table, whether they were in a folder, a bucket or PostgreSQL, so that a backup
 * of one can be restored to another.
 */
const CONTENTS_TABLE = 'file_chunks'
/** The size of the rows in PostgreSQL. */
const CHUNK_BYTES = 512 * 1024
const COLUMNS = ['content_id', 'position', 'data'] as const

/** A snapshot that also has the contents of a file store outside of the database, which it closes. */
export function withContents(snapshot: Snapshot, files: FileStore): Snapshot {
  const contents = snapshot.tables.find(({ name }) => name === 'file_contents')
  if (contents === undefined) return snapshot
  const read = (table: TableSnapshot) => ({
    ...table,
    columns: COLUMNS,
    rowCount: contents.rowCount,
    rows: () => readContents(contents, files),
  })
  return {
    ...snapshot,
    tables: snapshot.tables.map((table) => (table.name === CONTENTS_TABLE ? read(table) : table)),
    async close() {
      await snapshot.close()
      await files.close()
    },
  }
}

async function* readContents(
  { columns, rows }: TableSnapshot,
  files: FileStore,
): AsyncGenerator<readonly (readonly StoredValue[])[]> {
  const [id, size] = [columns.indexOf('id'), columns.indexOf('size')]
  for await (const batch of rows()) {
    for (const row of batch) yield* readContent(files, String(row[id]), Number(row[size]))
  }
}

/** A content that was deleted since the snapshot is left out: its file was deleted as well. */
async function* readContent(files: FileStore, key: string, size: number) {
  for (let position = 0; position === 0 || position * CHUNK_BYTES < size; position += 1) {
    const start = position * CHUNK_BYTES
    const parts: Uint8Array[] = []
    try {
      if (size > 0) {
        const range = { start, end: Math.min(size, start + CHUNK_BYTES) - 1 }
        for await (const chunk of files.read(key, range)) parts.push(chunk)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      throw error
    }
    yield [[key, position, Buffer.concat(parts)]]
  }
}

/** A target that puts contents into a file store outside of the database, which it closes. */
export function intoFileStore(target: RestoreTarget, files: FileStore): RestoreTarget {
  const writer = new ContentWriter(files)
  return {
    async insert(table, columns, rows) {
      if (table !== CONTENTS_TABLE) return target.insert(table, columns, rows)
      for (const [key, , data] of rows) await writer.add(String(key), data as Uint8Array)
    },
    async finish(pause) {
      await writer.end()
      await target.finish(pause)
      await files.close()
    },
    async cancel() {
      await writer.cancel()
      await target.cancel()
      await files.close()
    },
  }
}

/** Rows of one content follow each other, in order. */
class ContentWriter {
  readonly #files: FileStore
  #key: string | undefined
  #stream = new PassThrough()
  #writing: Promise<void> = Promise.resolve()

  constructor(files: FileStore) {
    this.#files = files
  }

  async add(key: string, data: Uint8Array): Promise<void> {
    if (key !== this.#key) {
      await this.end()
      // What an interrupted restore left.
      await this.#files.remove([key])
      this.#key = key
      this.#stream = new PassThrough()
      this.#writing = this.#files.write(key, this.#stream)
      // Reported by `end`, or by the race below.
      this.#writing.catch(() => undefined)
    }
    if (!this.#stream.write(data)) await Promise.race([once(this.#stream, 'drain'), this.#writing])
  }

  async end(): Promise<void> {
    if (this.#key === undefined) return
    this.#key = undefined
    this.#stream.end()
    await this.#writing
  }

  async cancel(): Promise<void> {
    this.#stream.destroy(new Error('The restore was cancelled.'))
    await this.#writing.catch(() => undefined)
  }
}
