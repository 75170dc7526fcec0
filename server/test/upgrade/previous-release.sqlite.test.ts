import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrateSqlite } from '#store/dialects/sqlite/sqlite-migrate.ts'
import { MIGRATION_TARGETS } from '#store/testing/migration-target.ts'
import { copyMasterKey, FIXTURES } from './fixtures.ts'
import { describePreviousRelease } from './previous-release.ts'
import { readSqliteRows } from './rows.ts'

describePreviousRelease({
  dialect: 'SQLite',
  newDatabase: MIGRATION_TARGETS.SQLite,
  schemaQueries: ['select sql from sqlite_schema where sql is not null order by type desc, name'],
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-upgrade-'))
    const file = join(folder, 'millrace.db')
    await copyFile(join(FIXTURES.folder, FIXTURES.sqlite.data), file)
    await copyMasterKey(folder)
    return {
      environment: { MILLRACE_DATA: folder },
      rows: async () => readSqliteRows(file),
      migrate: async () => void migrateSqlite(file, Date.now),
      async query(statement) {
        const database = new DatabaseSync(file)
        try {
          return database.prepare(statement).all()
        } finally {
          database.close()
        }
      },
      destroy: () => rm(folder, { recursive: true }),
    }
  },
})
