import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { MIGRATION_TARGETS, type MigrationTarget } from '#store/testing/migration-target.ts'
import { MIGRATIONS } from './all.ts'
import type { ColumnTypes, Migration } from './migration.ts'

const first: Migration = { name: '0001-one', statements: () => ['create table one (id integer)'] }
const second: Migration = {
  name: '0002-two',
  statements: () => ['create table two (id integer)', 'insert into one (id) values (2)'],
}
const broken: Migration = {
  name: '0003-broken',
  statements: () => ['create table three (id integer)', 'insert into missing (id) values (3)'],
}

/** The statements of this test are the same in both dialects. */
const noTypes = {} as ColumnTypes

for (const [dialect, newTarget] of Object.entries(MIGRATION_TARGETS)) {
  describe(`migrations on ${dialect}`, () => {
    let target: MigrationTarget
    beforeEach(async () => {
      target = await newTarget()
    })
    afterEach(() => target.destroy())

    it('an empty database gets all migrations, and a second run applies none', async () => {
      const names = MIGRATIONS.map(({ name }) => name)
      assert.deepEqual(await target.migrate(), names)
      assert.deepEqual(await target.migrate(), [])
      const applied = await target.query('select name from schema_migrations order by name')
      assert.deepEqual(
        applied.map(({ name }) => name),
        names,
      )
    })

    it('pending migrations are applied in order', async () => {
      assert.deepEqual(await target.migrate([first]), ['0001-one'])
      assert.deepEqual(await target.migrate([first, second]), ['0002-two'])
      assert.deepEqual(await ids(target, 'one'), [2])
    })

    it('the progress counts the statements of pending migrations', async () => {
      const seen: string[] = []
      await target.migrate([first])
      await target.migrate([first, second], (done, total) => seen.push(`${done}/${total}`))
      assert.deepEqual(seen, ['0/2', '1/2', '2/2'])
      await target.migrate([first, second], () => assert.fail('there is nothing to do'))
    })

    it('migrations whose process is killed leave nothing behind, and the next run applies them', async () => {
      await target.migrate([first])
      // Killed during the slow statement, after the first two.
      await target.migrateAndKill([
        { name: first.name, statements: first.statements(noTypes) },
        { name: second.name, statements: [...second.statements(noTypes), target.slowStatement] },
      ])
      assert.deepEqual(await ids(target, 'one'), [])
      await assert.rejects(target.query('select * from two'))
      assert.deepEqual(await target.migrate([first, second]), ['0002-two'])
      assert.deepEqual(await ids(target, 'one'), [2])
    })

    it('concurrent processes apply each migration once', async () => {
      const applied = await Promise.all(Array.from({ length: 4 }, () => target.migrateInProcess()))
      assert.deepEqual(
        applied.flat(),
        MIGRATIONS.map(({ name }) => name),
      )
    })

    it('a database migrated by a newer program is refused and stays unchanged', async () => {
      await target.migrate([first, second])
      await assert.rejects(target.migrate([first]), {
        name: 'MigrationRefused',
        message: /newer version of Millrace \(migration 0002-two is unknown here\)/,
      })
      assert.deepEqual(await ids(target, 'one'), [2])
    })

    it('a database migrated with other statements is refused', async () => {
      await target.migrate([first])
      const changed: Migration = { name: '0001-one', statements: () => ['create table one (id text)'] }
      await assert.rejects(target.migrate([changed, second]), {
        name: 'MigrationRefused',
        message: /Migration 0001-one of the database differs/,
      })
      await assert.rejects(target.query('select * from two'))
    })

    it('a failing migration rolls back all migrations of the same run', async () => {
      await target.migrate([first])
      await assert.rejects(target.migrate([first, second, broken]), /missing/)
      assert.deepEqual(await ids(target, 'one'), [])
      await assert.rejects(target.query('select * from two'))
      await assert.rejects(target.query('select * from three'))
      assert.deepEqual(await target.migrate([first, second]), ['0002-two'])
    })

    it('a failing first migration leaves the database empty', async () => {
      await assert.rejects(target.migrate([broken]), /missing/)
      await assert.rejects(target.query('select * from three'))
      assert.deepEqual(await target.migrate([first]), ['0001-one'])
    })
  })
}

async function ids(target: MigrationTarget, table: string): Promise<unknown[]> {
  return (await target.query(`select id from ${table}`)).map(({ id }) => id)
}
