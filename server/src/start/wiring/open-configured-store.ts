import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FolderFileStore, LocalWorkNotifier } from '#adapters/index.ts'
import type {
  Clock,
  DiskSpace,
  FileStore,
  Log,
  RestoreTarget,
  Snapshot,
  Store,
  WorkNotifier,
} from '#ports/index.ts'
import { loadPostgres, loadPostgresBackup, loadSqlite, loadSqliteBackup } from '#store/index.ts'
import { intoFileStore, withContents } from '../backup/file-contents.ts'
import type { Config } from '../settings/config.ts'

const POSTGRES_CONNECTIONS = 10

export interface StoreDeps {
  readonly log: Log
  readonly disk: DiskSpace
  onFatal(error: unknown): void
  /** The address of a run in the web app; null while the address of the service is not known. */
  runUrl(executionId: string): string | null
}

export interface OpenedStore {
  readonly store: Store
  readonly workNotifier: WorkNotifier
  /** Where the contents of files are. */
  readonly fileStore: FileStore
  /** Database time, by which processes that share the store check leases; undefined with a single process. */
  readonly databaseTime: (() => Promise<number>) | undefined
  /** Checks what the start had no time for. Never rejects: damage makes the store refuse writes. */
  checkInBackground(): Promise<void>
}

/** Opens the configured store. The PostgreSQL driver is loaded only if it is used. */
export async function openStore(config: Config, deps: StoreDeps): Promise<OpenedStore> {
  if (config.databaseUrl !== undefined) {
    const { openPostgresStore } = await loadPostgres()
    const store = openPostgresStore({
      url: config.databaseUrl,
      connections: POSTGRES_CONNECTIONS,
      runUrl: deps.runUrl,
      onIdleError: (error) => deps.log.warn({ err: error }, 'idle database connection failed'),
    })
    return {
      store,
      workNotifier: store.workNotifier,
      fileStore: store.fileStore,
      databaseTime: () => store.time(),
      checkInBackground: async () => undefined,
    }
  }
  const { openSqliteStore } = await loadSqlite()
  const store = openSqliteStore(sqliteFile(config), {
    disk: deps.disk,
    onFatal: deps.onFatal,
    onDamage: (error) =>
      deps.log.error(
        { err: error },
        'the database is damaged, refusing writes; stop the service, keep a copy of its data folder and restore a backup',
      ),
    runUrl: deps.runUrl,
  })
  const checkInBackground = async () => {
    try {
      const found = await store.backgroundCheck.run()
      if (found === 'whole') deps.log.info({}, 'the database was checked')
    } catch (error) {
      deps.log.warn({ err: error }, 'the database could not be checked')
    }
  }
  return {
    store,
    workNotifier: new LocalWorkNotifier(),
    fileStore: openFolder(config),
    databaseTime: undefined,
    checkInBackground,
  }
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

/** Everything in the configured database at one moment. The service may run meanwhile. */
export async function openSnapshot(config: Config): Promise<Snapshot> {
  if (config.databaseUrl !== undefined) {
    const { openPostgresSnapshot } = await loadPostgresBackup()
    return openPostgresSnapshot(config.databaseUrl)
  }
  const file = sqliteFile(config)
  if (!existsSync(file)) throw new Error(`There is no database in ${config.dataFolder}. Check MILLRACE_DATA.`)
  const { openSqliteSnapshot } = await loadSqliteBackup()
  return withContents(openSqliteSnapshot(file), openFolder(config))
}

/** An empty installation, to be filled with the tables that these migrations made. */
export async function openRestore(
  config: Config,
  migrations: readonly string[],
  clock: Clock,
): Promise<RestoreTarget> {
  const now = () => clock.now()
  if (config.databaseUrl !== undefined) {
    const { openPostgresRestore } = await loadPostgresBackup()
    return openPostgresRestore(config.databaseUrl, migrations, now)
  }
  const { openSqliteRestore } = await loadSqliteBackup()
  return intoFileStore(openSqliteRestore(sqliteFile(config), migrations, now), openFolder(config))
}

/** Ensures that only one process uses the SQLite file; any number of processes can share PostgreSQL. */
export async function claimStore(config: Config): Promise<() => void> {
  if (config.databaseUrl !== undefined) return () => undefined
  const { lockFolder } = await loadSqlite()
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  return lockFolder(config.dataFolder)
}

/** The contents of files, beside SQLite. */
function openFolder(config: Config): FileStore {
  return new FolderFileStore(join(config.dataFolder, 'files'))
}

export function sqliteFile(config: Config): string {
  return join(config.dataFolder, 'millrace.db')
}
