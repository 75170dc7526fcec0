import type pg from 'pg'
import { MIGRATIONS } from '../../migrations/all.ts'
import { connectPostgres } from './connect-postgres.ts'
import {
  type AppliedMigration,
  checksum,
  type ColumnTypes,
  type Migration,
  type OnMigrationProgress,
  pendingMigrations,
  StatementCount,
} from '../../migrations/migration.ts'

const POSTGRES_TYPES: ColumnTypes = {
  id: 'uuid',
  time: 'bigint',
  // Byte order, independent of the locale of the database, so that both dialects compare and sort alike.
  text: 'text collate "C"',
  bytes: 'bytea',
  // Not jsonb, which rejects the NUL characters that stored texts may contain.
  asJson: (column) => `${column}::json`,
  renameConstraint: (table, from, to) => [`alter table ${table} rename constraint ${from} to ${to}`],
}

/** An arbitrary number that must be the same in every version of the program. */
const MIGRATION_LOCK = 7_446_372_105

/** Applies pending migrations, one process at a time. Returns the names of the migrations it applied. */
export async function migratePostgres(
  url: string,
  now: () => number,
  known: readonly Migration[] = MIGRATIONS,
  onProgress: OnMigrationProgress = () => undefined,
): Promise<readonly string[]> {
  const client = await connectPostgres(url, 'millrace migrate')
  try {
    await client.query('begin')
    await lockMigrations(client)
    const applied = await applyMigrations(client, now, known, onProgress)
    await client.query('commit')
    return applied
  } finally {
    // Also rolls back an unfinished transaction.
    await client.end()
  }
}

/** Whether the database was migrated, to any version. Creates nothing. */
export async function hasPostgresSchema(url: string): Promise<boolean> {
  const client = await connectPostgres(url, 'millrace')
  try {
    if (!(await hasMigrationTable(client))) return false
    return (await client.query('select 1 from schema_migrations limit 1')).rows.length > 0
  } finally {
    await client.end()
  }
}

/** In the schema where tables are created: others of the search path may belong to another installation or program. */
export async function hasMigrationTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_tables where schemaname = current_schema() and tablename = 'schema_migrations'`,
  )
  return rows.length > 0
}

/** Until the end of the transaction, no other process migrates. Take it before any lock of a table: migrations need those, too. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/** Applies pending migrations in a transaction that holds the lock of migrations. */
export async function applyMigrations(
  client: pg.Client,
  now: () => number,
  known: readonly Migration[] = MIGRATIONS,
  onProgress: OnMigrationProgress = () => undefined,
): Promise<readonly string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at bigint not null)',
  )
  const applied = await client.query<AppliedMigration>(
    'select name, checksum from schema_migrations order by name',
  )
  const pending = pendingMigrations(known, applied.rows, POSTGRES_TYPES)
  const count = new StatementCount(pending, POSTGRES_TYPES, onProgress)
  for (const migration of pending) {
    for (const statement of migration.statements(POSTGRES_TYPES)) {
      await client.query(statement)
      count.add()
    }
    await client.query('insert into schema_migrations (name, checksum, applied_at) values ($1, $2, $3)', [
      migration.name,
      checksum(migration, POSTGRES_TYPES),
      now(),
    ])
  }
  return pending.map((migration) => migration.name)
}
