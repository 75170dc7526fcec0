import type pg from 'pg'
import type { RestoreTarget } from '#ports/index.ts'
import { migrationsOfBackup } from '../../../operations/migrations-of-backup.ts'
import { ownTables } from '../../../operations/own-tables.ts'
import { connectPostgres } from '../connect-postgres.ts'
import { applyMigrations, hasMigrationTable, lockMigrations, migratePostgres } from '../postgres-migrate.ts'

/** Far below the limit of a statement. */
const MAX_VALUES = 30_000

/** Fills an empty database in one transaction. */
export async function openPostgresRestore(
  url: string,
  migrations: readonly string[],
  now: () => number,
): Promise<RestoreTarget> {
  const known = migrationsOfBackup(migrations)
  const client = await connectPostgres(url, 'millrace restore')
  try {
    await refuseUsed(client, migrations)
    await migratePostgres(url, now, known)
    await client.query('begin')
    // A service that starts now waits until everything is restored.
    await lockMigrations(client)
    // Only one restore at a time, and the database is still empty.
    await client.query('lock table accounts in exclusive mode')
    await refuseUsed(client, migrations)
    await removeRows(client, migrations)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    async insert(table, columns, rows) {
      const names = columns.map((column) => `"${column}"`).join(', ')
      const size = Math.max(1, Math.floor(MAX_VALUES / columns.length))
      for (let from = 0; from < rows.length; from += size) {
        const part = rows.slice(from, from + size)
        const values = part.map(
          (_, row) => `(${columns.map((__, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
        )
        await client.query(`insert into "${table}" (${names}) values ${values.join(', ')}`, part.flat())
      }
    },
    async finish({ at, by }) {
      // In the same transaction. Before, an older schema may lack what the pause needs; after it, a copy could start unpaused.
      await applyMigrations(client, now)
      await client.query(
        `insert into pauses (scope, paused_at, paused_by) values ('installation', $1, $2)
         on conflict (scope) do update set paused_at = excluded.paused_at, paused_by = excluded.paused_by`,
        [at, by],
      )
      await client.query('commit')
      await client.end()
    },
    cancel: () => client.end(),
  }
}

/** Some migrations insert rows, which the backup has as well. Tables of other programs are left alone. */
async function removeRows(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const names = [...ownTables(migrations)].map((name) => `"${name}"`)
  await client.query(`truncate ${names.join(', ')}`)
}

async function refuseUsed(client: pg.Client, migrations: readonly string[]): Promise<void> {
  if (!(await hasMigrationTable(client))) return
  const accounts = await client.query('select 1 from accounts limit 1')
  if (accounts.rows.length > 0) {
    throw new Error(
      'The database has data already. A backup is restored into an empty installation only: create another database.',
    )
  }
  const applied = await client.query<{ name: string }>('select name from schema_migrations order by name')
  if (applied.rows.length > migrations.length) {
    throw new Error(
      'The schema of the database is newer than the backup. Create a new, empty database and restore into that one.',
    )
  }
}
