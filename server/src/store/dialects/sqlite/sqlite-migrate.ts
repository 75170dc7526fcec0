import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkIntegrity, isDamage } from './check-integrity.ts'
import { MIGRATIONS } from '../../migrations/all.ts'
import {
  type AppliedMigration,
  checksum,
  type ColumnTypes,
  type Migration,
  type OnMigrationProgress,
  pendingMigrations,
  StatementCount,
} from '../../migrations/migration.ts'
import { useWal } from './use-wal.ts'

const SQLITE_TYPES: ColumnTypes = {
  id: 'text',
  time: 'integer',
  text: 'text',
  bytes: 'blob',
  asJson: (column) => column,
  // SQLite has no names for key constraints.
  renameConstraint: () => [],
}

/**
 * Applies pending migrations and returns their names. A file that is not new is copied first, to
 * `<file>.before-<migration>`.
 */
export function migrateSqlite(
  file: string,
  now: () => number,
  known: readonly Migration[] = MIGRATIONS,
  onProgress: OnMigrationProgress = () => undefined,
): readonly string[] {
  return migrateFile(file, now, { known, onProgress, copiesBefore: true })
}

/** The same for a file of which there is another copy. */
export function migrateSqliteWithoutCopy(file: string, now: () => number): readonly string[] {
  return migrateFile(file, now, { known: MIGRATIONS, onProgress: () => undefined, copiesBefore: false })
}

interface MigrateOptions {
  readonly known: readonly Migration[]
  readonly onProgress: OnMigrationProgress
  readonly copiesBefore: boolean
}

function migrateFile(
  file: string,
  now: () => number,
  { known, onProgress, copiesBefore }: MigrateOptions,
): readonly string[] {
  checkIntegrity(file)
  const database = new DatabaseSync(file, { timeout: 30_000 })
  try {
    // Takes effect only in a new, empty file. Allows the file to shrink after deletes.
    database.exec('pragma auto_vacuum = incremental')
    // If another process migrates concurrently, this one waits for its lock and then finds nothing to do.
    useWal(database)
    const found = pendingMigrations(known, readApplied(database), SQLITE_TYPES)
    if (found.length === 0) return []
    database.exec('begin exclusive')
    try {
      // Another process may have been faster.
      const pending = pendingMigrations(known, readApplied(database), SQLITE_TYPES)
      // Before the copy, which may take longest.
      const count = new StatementCount(pending, SQLITE_TYPES, onProgress)
      if (copiesBefore) copyBefore(database, file, known)
      database.exec(
        'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at integer not null)',
      )
      const record = database.prepare(
        'insert into schema_migrations (name, checksum, applied_at) values (?, ?, ?)',
      )
      for (const migration of pending) {
        for (const statement of migration.statements(SQLITE_TYPES)) {
          database.exec(statement)
          count.add()
        }
        record.run(migration.name, checksum(migration, SQLITE_TYPES), now())
      }
      database.exec('commit')
      return pending.map((migration) => migration.name)
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  } finally {
    database.close()
  }
}

/** Whether the file is a database that was migrated, to any version. Creates nothing. */
export function hasSqliteSchema(file: string): boolean {
  // Unlike `existsSync`, throws if the folder may not be read.
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return false
  const database = new DatabaseSync(file, { readOnly: true, timeout: 30_000 })
  try {
    return readApplied(database).length > 0
  } catch (error) {
    // Whoever opens it next says what to do about the damage.
    if (isDamage(error)) return true
    throw error
  } finally {
    database.close()
  }
}

function readApplied(database: DatabaseSync): readonly AppliedMigration[] {
  const table = database
    .prepare("select 1 from sqlite_schema where type = 'table' and name = 'schema_migrations'")
    .get()
  if (table === undefined) return []
  return database
    .prepare('select name, checksum from schema_migrations order by name')
    .all() as unknown as AppliedMigration[]
}

/**
 * Copies the committed data through a separate connection while the caller's lock keeps writers out. The copy gets its final
 * name when it is complete, so that a crash leaves no partial copy that looks complete.
 */
function copyBefore(database: DatabaseSync, file: string, known: readonly Migration[]): void {
  const applied = readApplied(database)
  const [next] = pendingMigrations(known, applied, SQLITE_TYPES)
  if (next === undefined || applied.length === 0) return
  const copy = `${file}.before-${next.name}`
  if (existsSync(copy)) return
  const part = `${copy}.part`
  rmSync(part, { force: true })
  const source = new DatabaseSync(file)
  try {
    source.prepare('vacuum into ?').run(part)
  } finally {
    source.close()
  }
  renameSync(part, copy)
}
