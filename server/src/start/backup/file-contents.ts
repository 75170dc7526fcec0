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

/** A snapshot whose contents of files can be missing. */
export interface SnapshotWithContents extends Snapshot {
  /** The ids of the contents that were missing, or too short, when they were read. */
  readonly missingContents: ReadonlySet<string>
}

/** A snapshot that also has the contents of a file store outside of the database, which it closes. */
export function withContents(snapshot: Snapshot, files: FileStore | undefined): SnapshotWithContents {
  const missingContents = new Set<string>()
  const contents = snapshot.tables.find(({ name }) => name === 'file_contents')
  if (contents === undefined || files === undefined) return { ...snapshot, missingContents }
  const read = (table: TableSnapshot) => ({
    ...table,
    columns: COLUMNS,
    rowCount: contents.rowCount,
    rows: () => readContents(contents, files, missingContents),
  })
  return {
    ...snapshot,
    missingContents,
    tables: snapshot.tables.map((table) => (table.name === CONTENTS_TABLE ? read(table) : table)),
    async close() {
      await snapshot.close()
      await files.close()
    },
  }
}

/**
 * Describes the files of the snapshot whose contents are among those that were missing in an earlier one. Those that were deleted
 * since then are not described: the service removes the content of a deleted file.
 */
export async function describeFilesOf(
  { tables }: Snapshot,
  contentIds: ReadonlySet<string>,
): Promise<readonly string[]> {
  const files = tables.find(({ name }) => name === 'files')
  const found: string[] = []
  if (files === undefined || contentIds.size === 0) return found
  const [id = -1, account = -1, name = -1, content = -1] = ['id', 'account_id', 'name', 'content_id'].map(
    (column) => files.columns.indexOf(column),
  )
  for await (const batch of files.rows()) {
    for (const row of batch) {
      if (!contentIds.has(String(row[content]))) continue
      found.push(`${String(row[name])} (file ${String(row[id])} of account ${String(row[account])})`)
    }
  }
  return found
}

async function* readContents(
  { columns, rows }: TableSnapshot,
  files: FileStore,
  missing: Set<string>,
): AsyncGenerator<readonly (readonly StoredValue[])[]> {
  const [id, size] = [columns.indexOf('id'), columns.indexOf('size')]
  for await (const batch of rows()) {
    for (const row of batch) yield* readContent(files, String(row[id]), Number(row[size]), missing)
  }
}

async function* readContent(files: FileStore, key: string, size: number, missing: Set<string>) {
  for (let position = 0; position === 0 || position * CHUNK_BYTES < size; position += 1) {
    const start = position * CHUNK_BYTES
    const end = Math.min(size, start + CHUNK_BYTES)
    const parts: Uint8Array[] = []
    try {
      if (size > 0) for await (const chunk of files.read(key, { start, end: end - 1 })) parts.push(chunk)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      missing.add(key)
      return
    }
    const data = Buffer.concat(parts)
    yield [[key, position, data]]
    if (data.length < end - start) {
      missing.add(key)
      return
    }
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
      // Its errors are those of the writer.
      this.#stream = new PassThrough().on('error', () => undefined)
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
    // Without a writer, nobody would handle the error of the stream.
    if (this.#key === undefined) return
    this.#stream.destroy(new Error('The restore was cancelled.'))
    await this.#writing.catch(() => undefined)
  }
}
