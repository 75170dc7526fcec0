import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import type { Settings } from './program.ts'

/** The data of one service: a folder and, with PostgreSQL, a database. */
export interface DataFolder {
  readonly folder: string
  readonly settings: Settings
  destroy(): Promise<void>
}

export async function newDataFolder(store: 'SQLite' | 'PostgreSQL' = 'SQLite'): Promise<DataFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-data-'))
  const database = store === 'PostgreSQL' ? await createTestDatabase() : undefined
  return {
    folder,
    settings: { MILLRACE_DATA: folder, ...(database && { DATABASE_URL: database.url }) },
    async destroy() {
      await database?.drop()
      rmSync(folder, { recursive: true })
    },
  }
}
