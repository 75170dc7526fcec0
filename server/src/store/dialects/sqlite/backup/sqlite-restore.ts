import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { RestoreTarget } from '#ports/index.ts'
import { migrationsOfBackup } from '../../../operations/migrations-of-backup.ts'
import { migrateSqlite, migrateSqliteWithoutCopy } from '../sqlite-migrate.ts'

/** Fills a file beside the database, which gets its name when it is complete: an interruption leaves nothing that looks restored. */
export function openSqliteRestore(
  file: string,
  migrations: readonly string[],
  now: () => number,
): RestoreTarget {
  const known = migrationsOfBackup(migrations)
  if (existsSync(file) && hasAccounts(file)) {
    throw new Error(
      `${file} has data already. A backup is restored into an empty installation only: choose another data folder.`,
    )
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.restoring`
  removeFile(part)
  migrateSqlite(part, now, known)
  const database = new DatabaseSync(part, { enableForeignKeyConstraints: false })
  database.exec('pragma synchronous = off')
  database.exec('begin')
  removeRows(database)
  return {
    async insert(table, columns, rows) {
      const names = columns.map((column) => `"${column}"`).join(', ')
      const values = columns.map(() => '?').join(', ')
      const insert = database.prepare(`insert into "${table}" (${names}) values (${values})`)
      for (const row of rows) insert.run(...(row as SQLInputValue[]))
    },
    async finish({ at, by }) {
      database.exec('commit')
      database.exec('pragma synchronous = full')
      database.exec('pragma wal_checkpoint(truncate)')
      database.close()
      // The backup is the copy. An older schema may lack what the pause needs, so the pause comes afterwards.
      migrateSqliteWithoutCopy(part, now)
      pauseInstallation(part, at, by)
      removeFile(file)
      renameSync(part, file)
    },
    async cancel() {
      if (database.isOpen) database.close()
      removeFile(part)
    },
  }
}

function pauseInstallation(file: string, at: number, by: string): void {
  const database = new DatabaseSync(file)
  try {
    database
      .prepare('insert or replace into pauses (scope, paused_at, paused_by) values (?, ?, ?)')
      .run('installation', at, by)
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

function hasAccounts(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const table = database.prepare("select 1 from sqlite_schema where name = 'accounts'").get()
    return table !== undefined && database.prepare('select 1 from accounts limit 1').get() !== undefined
  } finally {
    database.close()
  }
}

/** Some migrations insert rows, which the backup has as well. */
function removeRows(database: DatabaseSync): void {
  const tables = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'schema_migrations'",
    )
    .all()
  for (const { name } of tables) database.exec(`delete from "${String(name)}"`)
}

function removeFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}
