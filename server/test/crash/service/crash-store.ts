import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import type { StoredExecution } from '../checks/history.ts'
import { type Query, readStored, withPostgres, withSqlite } from './read-stored.ts'

export const STORE_KINDS = ['sqlite', 'postgres'] as const
export type StoreKind = (typeof STORE_KINDS)[number]

/** Where a service under test stores its data. */
export interface CrashStore {
  readonly settings: Readonly<Record<string, string>>
  /** How many processes share it. */
  readonly processes: number
  read(): Promise<readonly StoredExecution[]>
  /** On SQLite only while no service runs on it. */
  open<T>(work: (query: Query) => Promise<T>): Promise<T>
  destroy(): Promise<void>
}

export async function openCrashStore(kind: StoreKind): Promise<CrashStore> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-crash-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  if (kind === 'sqlite') {
    const file = join(folder, 'millrace.db')
    return {
      settings: { MILLRACE_DATA: folder },
      processes: 1,
      read: () => withSqlite(file, readStored),
      open: (work) => withSqlite(file, work),
      destroy: async () => removeFolder(),
    }
  }
  const database = await createTestDatabase()
  return {
    settings: { MILLRACE_DATA: folder, DATABASE_URL: database.url },
    processes: 2,
    read: () => withPostgres(database.url, readStored),
    open: (work) => withPostgres(database.url, work),
    async destroy() {
      await database.drop()
      removeFolder()
    },
  }
}
