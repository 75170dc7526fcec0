import { it } from 'node:test'
import { MIGRATION_TARGETS, type MigrationTarget } from '#store/testing/migration-target.ts'
import { compareGolden } from './compare-golden.ts'

/** The result of all migrations. A change here without a new migration means that a released one was changed. */

it('The SQLite schema matches the golden file', async () => {
  const target = await MIGRATION_TARGETS.SQLite()
  try {
    await target.migrate()
    const rows = await target.query('select sql from sqlite_schema where sql is not null order by type desc, name')
    compareGolden('schema.sqlite.txt', `${rows.map(({ sql }) => `${String(sql)};`).join('\n')}\n`)
  } finally {
    await target.destroy()
  }
})

it('The PostgreSQL schema matches the golden file', async () => {
  const target = await MIGRATION_TARGETS.PostgreSQL()
  try {
    await target.migrate()
    const text = [
      await list(target, 'Columns', COLUMNS),
      await list(target, 'Constraints', CONSTRAINTS),
      await list(target, 'Indexes', INDEXES),
    ]
    compareGolden('schema.postgres.txt', text.join('\n'))
  } finally {
    await target.destroy()
  }
})

const COLUMNS = `
  select c.table_name || '.' || c.column_name || ' ' || c.data_type || coalesce(' collate ' || c.collation_name, '')
    || case c.is_nullable when 'NO' then ' not null' else '' end || coalesce(' default ' || c.column_default, '') as line
  from information_schema.columns c where c.table_schema = 'public' order by c.table_name, c.ordinal_position`

const CONSTRAINTS = `
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by conrelid::regclass::text collate "C", conname`

const INDEXES = `select indexdef as line from pg_indexes where schemaname = 'public' order by tablename, indexname`

async function list(target: MigrationTarget, title: string, statement: string): Promise<string> {
  const rows = await target.query(statement)
  return `${title}\n${rows.map(({ line }) => `  ${String(line)}\n`).join('')}`
}
