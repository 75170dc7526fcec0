import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FolderFileStore, LocalWorkNotifier, type S3FileStore, systemClock } from '#adapters/index.ts'
import type { Clock, DiskSpace, FileStore, Log, RestoreTarget, Store, WorkNotifier } from '#ports/index.ts'
import { loadPostgres, loadPostgresBackup, loadSqlite, loadSqliteBackup } from '#store/index.ts'
import { intoFileStore, type SnapshotWithContents, withContents } from '../backup/file-contents.ts'
import { Progress, type ProgressOutput, standardError } from '../progress.ts'
import type { Config } from '../settings/config.ts'
import { openS3FileStore } from './open-s3-file-store.ts'

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
  /** Opens the connections that the first requests need. Never rejects. */
  warmUp(): Promise<void>
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
    const bucket = openBucket(config)
    return {
      store,
      workNotifier: store.workNotifier,
      fileStore: bucket ?? store.fileStore,
      databaseTime: () => store.time(),
      warmUp: () => store.warmUp(),
      checkInBackground: () => checkBucket(bucket, deps.log),
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
  const bucket = openBucket(config)
  const checkInBackground = async () => {
    await checkBucket(bucket, deps.log)
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
    fileStore: bucket ?? openFolder(config),
    databaseTime: undefined,
    warmUp: () => Promise.resolve(),
    checkInBackground,
  }
}

/** Updates the schema. One transaction does all of it, so that an interruption leaves the database as it was. */
export async function migrate(
  config: Config,
  clock: Clock,
  output: ProgressOutput = standardError,
): Promise<readonly string[]> {
  const now = () => clock.now()
  let progress: Progress | undefined
  const onProgress = (done: number, total: number) => {
    // Only now, so that opening the database does not count as slow statements.
    progress ??= new Progress({ what: 'statements of migrations', output })
    if (done === 0) progress.begin(total)
    else progress.update(done, total)
  }
  try {
    if (config.databaseUrl !== undefined) {
      const { migratePostgres } = await loadPostgres()
      return await migratePostgres(config.databaseUrl, now, undefined, onProgress)
    }
    const { migrateSqlite } = await loadSqlite()
    mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
    return migrateSqlite(sqliteFile(config), now, undefined, onProgress)
  } finally {
    progress?.finish()
  }
}

/** Whether there is an installation, of any version. Creates nothing, neither a file nor a folder. */
export async function hasInstallation(config: Config): Promise<boolean> {
  if (config.databaseUrl !== undefined) {
    const { hasPostgresSchema } = await loadPostgres()
    return hasPostgresSchema(config.databaseUrl)
  }
  const { hasSqliteSchema } = await loadSqlite()
  return hasSqliteSchema(sqliteFile(config))
}

/** For the messages of commands that need an installation. */
export function explainMissingInstallation(config: Config): string {
  return config.databaseUrl === undefined
    ? `There is no installation in ${config.dataFolder}. Check MILLRACE_DATA.`
    : 'There is no installation in the database. Check DATABASE_URL.'
}

/** Everything in the configured database at one moment. The service may run meanwhile. */
export async function openSnapshot(config: Config): Promise<SnapshotWithContents> {
  if (config.databaseUrl !== undefined) {
    const { openPostgresSnapshot } = await loadPostgresBackup()
    return withContents(await openPostgresSnapshot(config.databaseUrl), openBucket(config))
  }
  const file = sqliteFile(config)
  if (!existsSync(file)) throw new Error(explainMissingInstallation(config))
  const { openSqliteSnapshot } = await loadSqliteBackup()
  return withContents(openSqliteSnapshot(file), openBucket(config) ?? openFolder(config))
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
    const target = await openPostgresRestore(config.databaseUrl, migrations, now)
    const bucket = openBucket(config)
    return bucket === undefined ? target : intoFileStore(target, bucket)
  }
  const { openSqliteRestore } = await loadSqliteBackup()
  const files = openBucket(config) ?? openFolder(config)
  return intoFileStore(openSqliteRestore(sqliteFile(config), migrations, now), files)
}

/** Ensures that only one process uses the SQLite file; any number of processes can share PostgreSQL. */
export async function claimStore(config: Config): Promise<() => void> {
  if (config.databaseUrl !== undefined) return () => undefined
  const { lockFolder } = await loadSqlite()
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  return lockFolder(config.dataFolder)
}

/** The contents of files, if they are in a bucket. */
export function openBucket(config: Config): S3FileStore | undefined {
  return config.fileBucket && openS3FileStore(config.fileBucket, systemClock)
}

/** A bucket that cannot be used stops nothing but files, so the service starts without waiting for it. */
async function checkBucket(bucket: S3FileStore | undefined, log: Log): Promise<void> {
  const problem = await bucket?.findProblem()
  if (problem !== undefined) log.error({ problem }, 'the file storage cannot be used; check MILLRACE_FILES')
}

/** The contents of files, beside SQLite. */
export function openFolder(config: Config): FileStore {
  return new FolderFileStore(join(config.dataFolder, 'files'))
}

export function sqliteFile(config: Config): string {
  return join(config.dataFolder, 'millrace.db')
}
