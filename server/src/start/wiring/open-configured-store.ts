import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LocalWorkNotifier } from '#adapters/index.ts'
import type { Clock, DiskSpace, WorkNotifier, Log, Store } from '#ports/index.ts'
import { loadPostgres, loadSqlite } from '#store/index.ts'
import type { Config } from '../settings/config.ts'

const POSTGRES_CONNECTIONS = 10

export interface StoreDeps {
  readonly log: Log
  readonly disk: DiskSpace
  onFatal(error: unknown): void
}

export interface OpenedStore {
  readonly store: Store
  readonly workNotifier: WorkNotifier
  /** The time by which processes that share the store tell who is silent; undefined where there is one process. */
  readonly databaseTime: (() => Promise<number>) | undefined
}

/** Opens the store the settings ask for. PostgreSQL's driver is loaded only where it is used. */
export async function openStore(config: Config, parts: StoreDeps): Promise<OpenedStore> {
  if (config.databaseUrl !== undefined) {
    const { openPostgresStore } = await loadPostgres()
    const store = openPostgresStore({
      url: config.databaseUrl,
      connections: POSTGRES_CONNECTIONS,
      onIdleError: (error) => parts.log.warn({ err: error }, 'an idle database connection broke'),
    })
    return { store, workNotifier: store.workNotifier, databaseTime: () => store.time() }
  }
  const { openSqliteStore } = await loadSqlite()
  const store = openSqliteStore(sqliteFile(config), { onFatal: parts.onFatal, disk: parts.disk })
  return { store, workNotifier: new LocalWorkNotifier(), databaseTime: undefined }
}

export async function migrate(config: Config, clock: Clock): Promise<readonly string[]> {
  const now = () => clock.now()
  if (config.databaseUrl !== undefined) {
    const { migratePostgres } = await loadPostgres()
    return migratePostgres(config.databaseUrl, now)
  }
  const { migrateSqlite } = await loadSqlite()
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  return migrateSqlite(sqliteFile(config), now)
}

/** Makes sure that one process at most runs on the SQLite file; PostgreSQL takes as many as come. */
export async function claimStore(config: Config): Promise<() => void> {
  if (config.databaseUrl !== undefined) return () => undefined
  const { lockFolder } = await loadSqlite()
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  return lockFolder(config.dataFolder)
}

function sqliteFile(config: Config): string {
  return join(config.dataFolder, 'millrace.db')
}
