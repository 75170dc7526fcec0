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

/** An empty database that can be migrated and looked at. */
export interface MigrationTarget {
  /** File or address. */
  readonly place: string
  migrate(known?: readonly Migration[]): Promise<readonly string[]>
  /** The same in a process of its own, with the migrations of the program. */
  migrateElsewhere(): Promise<readonly string[]>
  query(statement: string): Promise<Record<string, unknown>[]>
  destroy(): Promise<void>
}

export const MIGRATION_TARGETS: Readonly<Record<'SQLite' | 'PostgreSQL', () => Promise<MigrationTarget>>> = {
  async SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-migrate-'))
    const place = join(folder, 'millrace.db')
    return {
      place,
      migrate: async (known) => migrateSqlite(place, Date.now, known),
      migrateElsewhere: () => runElsewhere('sqlite', 'migrateSqlite', place),
      async query(statement) {
        const database = new DatabaseSync(place)
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
    const { url: place, drop } = await createTestDatabase()
    return {
      place,
      migrate: (known) => migratePostgres(place, Date.now, known),
      migrateElsewhere: () => runElsewhere('postgres', 'migratePostgres', place),
      async query(statement) {
        const client = new pg.Client({ connectionString: place })
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

async function runElsewhere(dialect: string, name: string, place: string): Promise<readonly string[]> {
  const module = import.meta.resolve(`#store/dialects/${dialect}/${dialect}-migrate.ts`)
  const program = `
    import { ${name} } from ${JSON.stringify(module)}
    console.log(JSON.stringify(await ${name}(process.argv[1], Date.now)))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, place],
    { env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' } },
  )
  return JSON.parse(stdout) as string[]
}
