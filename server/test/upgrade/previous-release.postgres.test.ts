import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migratePostgres } from '#store/dialects/postgres/postgres-migrate.ts'
import { MIGRATION_TARGETS } from '#store/testing/migration-target.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { copyMasterKey, FIXTURES } from './fixtures.ts'
import { describePreviousRelease } from './previous-release.ts'
import { queryPostgres, readPostgresRows } from './rows.ts'

describePreviousRelease({
  dialect: 'PostgreSQL',
  newDatabase: MIGRATION_TARGETS.PostgreSQL,
  schemaQueries: [
    `select table_name, column_name, data_type, collation_name, is_nullable, column_default
     from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
    `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace
     order by conrelid::regclass::text collate "C", conname`,
    "select indexdef from pg_indexes where schemaname = 'public' order by tablename, indexname",
  ],
  async open() {
    const database = await createTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'millrace-upgrade-'))
    await copyMasterKey(folder)
    const dump = await readFile(join(FIXTURES.folder, FIXTURES.postgres.data), 'utf8')
    await queryPostgres(database.url, (query) => query(dump))
    return {
      environment: { MILLRACE_DATA: folder, DATABASE_URL: database.url },
      rows: () => readPostgresRows(database.url),
      migrate: async () => void (await migratePostgres(database.url, Date.now)),
      query: (statement) => queryPostgres(database.url, (query) => query(statement)),
      async destroy() {
        await database.drop()
        await rm(folder, { recursive: true })
      },
    }
  },
})
