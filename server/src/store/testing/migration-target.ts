import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pg from 'pg'
import { migratePostgres } from '#store/dialects/postgres/postgres-migrate.ts'
import { migrateSqlite } from '#store/dialects/sqlite/sqlite-migrate.ts'
import type { Migration, OnMigrationProgress } from '#store/migrations/migration.ts'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'

/** A migration that can be passed to another process. */
interface WrittenMigration {
  readonly name: string
  readonly statements: readonly string[]
}

/** An empty database that tests can migrate and query. */
export interface MigrationTarget {
  /** File path or connection URL. */
  readonly location: string
  /** Takes seconds. */
  readonly slowStatement: string
  migrate(known?: readonly Migration[], onProgress?: OnMigrationProgress): Promise<readonly string[]>
  /** Applies migrations in a separate process that is killed during their last statement. */
  migrateAndKill(known: readonly WrittenMigration[]): Promise<void>
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
      slowStatement:
        'with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000000) select count(*) from n',
      migrate: async (known, onProgress) => migrateSqlite(location, Date.now, known, onProgress),
      migrateAndKill: (known) => killWhileMigrating('sqlite', 'migrateSqlite', location, known),
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
      slowStatement: 'select pg_sleep(3)',
      migrate: (known, onProgress) => migratePostgres(location, Date.now, known, onProgress),
      migrateAndKill: (known) => killWhileMigrating('postgres', 'migratePostgres', location, known),
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

async function killWhileMigrating(
  dialect: string,
  name: string,
  location: string,
  known: readonly WrittenMigration[],
): Promise<void> {
  const module = import.meta.resolve(`#store/dialects/${dialect}/${dialect}-migrate.ts`)
  // The last but one statement is reported when the last one begins.
  const program = `
    import { writeSync } from 'node:fs'
    import { ${name} } from ${JSON.stringify(module)}
    const known = ${JSON.stringify(known)}.map(({ name, statements }) => ({ name, statements: () => statements }))
    await ${name}(process.argv[1], Date.now, known, (done, total) => {
      if (done === total - 1) writeSync(1, 'now')
    })
    writeSync(1, 'done')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, location], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  await once(child, 'close')
  if (text.toString() !== 'now') throw new Error('the migrations ended before they could be interrupted')
}
