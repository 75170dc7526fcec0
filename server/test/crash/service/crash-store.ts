import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { S3Server } from '#test/support/s3/s3-server.ts'
import type { FilesSnapshot, StoredContent, StoredExecution } from '../checks/history.ts'
import { digestOf } from '../file-content.ts'
import { readChunks, readFiles } from './read-files.ts'
import { type Query, readStored, withPostgres, withSqlite } from './read-stored.ts'

export const STORE_KINDS = ['sqlite', 'postgres'] as const
/** Contents of files are in a folder, in the database, or in a bucket. */
export const STORE_AND_FILE_KINDS = [...STORE_KINDS, 'sqlite-s3'] as const
export type StoreKind = (typeof STORE_AND_FILE_KINDS)[number]

/** Where a service under test stores its data. */
export interface CrashStore {
  readonly settings: Readonly<Record<string, string>>
  /** How many processes share it. */
  readonly processes: number
  read(): Promise<readonly StoredExecution[]>
  readFiles(): Promise<FilesSnapshot>
  /** What is in the file store, also while a service runs. */
  readContents(): Promise<readonly StoredContent[]>
  /** On SQLite only while no service runs on it. */
  open<T>(work: (query: Query) => Promise<T>): Promise<T>
  destroy(): Promise<void>
}

export async function openCrashStore(kind: StoreKind): Promise<CrashStore> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-crash-'))
  const removeFolder = () => {
    process.off('exit', removeFolder)
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', removeFolder)
  if (kind === 'sqlite') {
    return openSqlite({ folder, removeFolder, readContents: async () => readFolder(join(folder, 'files')) })
  }
  if (kind === 'sqlite-s3') {
    const server = await S3Server.start()
    return openSqlite({
      folder,
      removeFolder,
      settings: server.settings,
      readContents: () => readBucket(server),
      destroy: () => server.stop(),
    })
  }
  const database = await createTestDatabase()
  return {
    settings: { MILLRACE_DATA: folder, DATABASE_URL: database.url },
    processes: 2,
    read: () => withPostgres(database.url, readStored),
    readFiles: () => withPostgres(database.url, (query) => readFiles(query, () => readChunks(query))),
    readContents: () => withPostgres(database.url, readChunks),
    open: (work) => withPostgres(database.url, work),
    async destroy() {
      await database.drop()
      removeFolder()
    },
  }
}

interface SqliteOptions {
  readonly folder: string
  readonly settings?: Readonly<Record<string, string>>
  readContents(): Promise<readonly StoredContent[]>
  destroy?(): Promise<void>
  removeFolder(): void
}

function openSqlite(options: SqliteOptions): CrashStore {
  const file = join(options.folder, 'millrace.db')
  return {
    settings: { MILLRACE_DATA: options.folder, ...options.settings },
    processes: 1,
    read: () => withSqlite(file, readStored),
    readFiles: () => withSqlite(file, (query) => readFiles(query, options.readContents)),
    readContents: options.readContents,
    open: (work) => withSqlite(file, work),
    async destroy() {
      await options.destroy?.()
      options.removeFolder()
    },
  }
}

/** Every object of a bucket and every unfinished upload, whatever its key. */
async function readBucket(server: S3Server): Promise<readonly StoredContent[]> {
  const contents: StoredContent[] = []
  for (const name of server.objects.keys()) {
    const bytes = await server.contentOf(name)
    contents.push({ key: name.replace(/^files\//, ''), size: bytes.length, sha256: digestOf(bytes) })
  }
  const uploads = [...server.uploads].map(([id, { key }]) => ({
    key: `${key}, unfinished upload ${id}`,
    size: 0,
    sha256: '',
  }))
  return [...contents, ...uploads]
}

/** Every file in a folder, whatever its name. */
function readFolder(folder: string): StoredContent[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name))
      return { key: name, size: bytes.length, sha256: digestOf(bytes) }
    })
}
