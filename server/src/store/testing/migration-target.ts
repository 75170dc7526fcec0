import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pg from 'pg'
import { migratePostgres } from '#store/dialects/postgres/postgres-migrate.ts'
import { migrateSqlite } from '#store/dialects/sqlite/sqlite-migrate.ts'
import type { Migration } from '#store/migrations/migration.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'

/** An empty database that tests can migrate and query. */
export interface MigrationTarget {
  /** File path or connection URL. */
  readonly location: string
  migrate(known?: readonly Migration[]): Promise<readonly string[]>
  /** Applies all migrations of the program in a separate process. */
  migrateInProcess(): Promise<readonly string[]>
  query(statement: string): Promise<Record<string, unknown>[]>
  destroy(): Promise<void>
}

export const MIGRATION_TARGETS: Readonly<Record<'SQLite' | 'PostgreSQL', () => Promise<MigrationTarget>>> = {
  async SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-migrate-'))
    const location = join(folder, 'millrace.db')
    return {
      location,
      migrate: async (known) => migrateSqlite(location, Date.now, known),
      migrateInProcess: () => runInProcess('sqlite', 'migrateSqlite', location),
      async query(statement) {
        const database = new DatabaseSync(location)
        try {
          return database.prepare(statement).all()
        } finally {
          database.close()
        }
      },
      destroy: async () => rmSync(folder, { recursive: true }),
    }
  },
  async PostgreSQL() {
    const { url: location, drop } = await createTestDatabase()
    return {
      location,
      migrate: (known) => migratePostgres(location, Date.now, known),
      migrateInProcess: () => runInProcess('postgres', 'migratePostgres', location),
      async query(statement) {
        const client = new pg.Client({ connectionString: location })
        await client.connect()
        try {
          return (await client.query<Record<string, unknown>>(statement)).rows
        } finally {
          await client.end()
        }
      },
      destroy: drop,
    }
  },
}

async function runInProcess(dialect: string, name: string, location: string): Promise<readonly string[]> {
  const module = import.meta.resolve(`#store/dialects/${dialect}/${dialect}-migrate.ts`)
  const program = `
    import { ${name} } from ${JSON.stringify(module)}
    console.log(JSON.stringify(await ${name}(process.argv[1], Date.now)))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, location],
    { env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' } },
  )
  return JSON.parse(stdout) as string[]
}
