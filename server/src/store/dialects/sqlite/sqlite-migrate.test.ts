import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Migration } from '../../migrations/migration.ts'
import { MIGRATION_TARGETS, type MigrationTarget } from '../../testing/migration-target.ts'

const first: Migration = { name: '0001-one', statements: () => ['create table one (id integer)'] }
const second: Migration = { name: '0002-two', statements: () => ['drop table one'] }
const broken: Migration = { name: '0002-two', statements: () => ['drop table nowhere'] }

describe('backup of a SQLite file before a migration', () => {
  let target: MigrationTarget
  beforeEach(async () => {
    target = await MIGRATION_TARGETS.SQLite()
  })
  afterEach(() => target.destroy())

  const copy = () => `${target.location}.before-0002-two`

  it('a SQLite file with data is copied before it is migrated', async () => {
    await target.migrate([first])
    await target.query('insert into one values (7) returning id')
    await target.migrate([first, second])
    assert.deepEqual(readCopy(copy()), [7])
  })

  it('a SQLite file is not copied when it is new or has no pending migrations', async () => {
    await target.migrate([first])
    await target.migrate([first])
    const names = readdirSync(dirname(target.location))
    assert.deepEqual(
      names.filter((name) => !name.startsWith('millrace.db')),
      [],
    )
    assert.equal(
      names.some((name) => name.includes('before')),
      false,
    )
  })

  it('the copy of a SQLite file stays unchanged when a failed migration runs again', async () => {
    await target.migrate([first])
    await target.query('insert into one values (7) returning id')
    await assert.rejects(target.migrate([first, broken]), /nowhere/)
    await target.query('insert into one values (8) returning id')
    await target.migrate([first, second])
    assert.deepEqual(readCopy(copy()), [7])
  })

  it('a partial copy left by a crash is replaced by a complete one', async () => {
    await target.migrate([first])
    await target.query('insert into one values (7) returning id')
    writeFileSync(`${copy()}.part`, 'half a copy')
    await target.migrate([first, second])
    assert.deepEqual(readCopy(copy()), [7])
    assert.equal(existsSync(`${copy()}.part`), false)
  })
})

function readCopy(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database
      .prepare('select id from one')
      .all()
      .map((row) => row['id'])
  } finally {
    database.close()
  }
}
