import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '#ports/index.ts'
import { migratePostgres } from '#store/dialects/postgres/postgres-migrate.ts'
import { openPostgresStore, type SharedStore } from '#store/dialects/postgres/postgres-store.ts'
import { migrateSqlite } from '#store/dialects/sqlite/sqlite-migrate.ts'
import { openSqliteStore } from '#store/dialects/sqlite/sqlite-store.ts'
import { MemoryDatabase } from '#test/simulation/memory/memory-database.ts'
import { openMemoryStore } from '#test/simulation/memory/memory-store.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import type { EngineStore } from './engine-store.ts'

/** A migrated, empty database for one test, in which stores can be opened. */
export interface StoreFixture<S extends EngineStore = Store> {
  /** The same data each time: a second store of the same kind, or the first one again after it was closed. */
  open(): Promise<S>
  destroy(): Promise<void>
}

export interface StoreAdapter<S extends EngineStore = Store> {
  readonly name: 'SQLite' | 'PostgreSQL' | 'memory'
  newFixture(): Promise<StoreFixture<S>>
}

export const sqlite: StoreAdapter = {
  name: 'SQLite',
  async newFixture() {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-store-'))
    const file = join(folder, 'millrace.db')
    migrateSqlite(file, () => 0)
    return {
      open: async () => openSqliteStore(file, { disk: { isLow: () => false }, onFatal: failLoudly }),
      destroy: () => rm(folder, { recursive: true }),
    }
  },
}

export const postgres: StoreAdapter<SharedStore> = {
  name: 'PostgreSQL',
  async newFixture() {
    const database = await createTestDatabase()
    await migratePostgres(database.url, () => 0)
    let isDropped = false
    return {
      open: async () =>
        openPostgresStore({
          url: database.url,
          connections: 5,
          onIdleError(error) {
            // A pool reports that it is closed shortly before its connections are; the drop may still find one open.
            if (!isDropped) throw error
          },
        }),
      destroy() {
        isDropped = true
        return database.drop()
      },
    }
  },
}

const memory: StoreAdapter<EngineStore> = {
  name: 'memory',
  async newFixture() {
    const database = new MemoryDatabase()
    return { open: async () => openMemoryStore(database), destroy: async () => undefined }
  },
}

export const STORE_ADAPTERS: readonly StoreAdapter[] = [sqlite, postgres]
export const ENGINE_STORE_ADAPTERS: readonly StoreAdapter<EngineStore>[] = [...STORE_ADAPTERS, memory]

function failLoudly(error: unknown): never {
  throw error
}
