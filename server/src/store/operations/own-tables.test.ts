import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { migrateSqlite } from '../dialects/sqlite/sqlite-migrate.ts'
import { MIGRATIONS } from '../migrations/all.ts'
import { ownTables } from './own-tables.ts'

it('The tables of each version are those that its migrations make', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-tables-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (let count = 1; count <= MIGRATIONS.length; count += 1) {
    const known = MIGRATIONS.slice(0, count)
    const file = join(folder, `${count}.db`)
    migrateSqlite(file, Date.now, known)
    const database = new DatabaseSync(file)
    const rows = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
    database.close()
    const made = rows.map(({ name }) => String(name)).filter((name) => name !== 'schema_migrations')
    assert.deepEqual([...ownTables(known.map(({ name }) => name))].toSorted(), made, known.at(-1)?.name ?? '')
  }
})
