import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ACCESS_DELAY_MS } from '#domain/index.ts'
import { migrateSqlite } from './sqlite-migrate.ts'
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts'

describe('Frequent reads on SQLite', () => {
  let folder: string
  let database: SqliteDatabase
  let other: DatabaseSync
  let reads: number
  let find: (key: string) => Promise<{ written: number } | undefined>

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-epoch-'))
    const file = join(folder, 'millrace.db')
    migrateSqlite(file, () => 0)
    database = openSqlite(file, { disk: { isLow: () => false }, onFatal: assert.fail })
    other = new DatabaseSync(file)
    reads = 0
    find = database.frequentRead(async (queries, key) => {
      reads += 1
      return await queries
        .selectFrom('probes')
        .select('written')
        .where('id', '=', Number(key))
        .executeTakeFirst()
    })
  })
  afterEach(async () => {
    other.close()
    await database.close()
    rmSync(folder, { recursive: true })
  })

  const write = (value: number) =>
    database.commits.submit(() =>
      database.writer.exec(
        `insert into probes (id, written) values (1, ${value}) on conflict (id) do update set written = ${value}`,
      ),
    )

  it('What was found is not read again before something is written', async () => {
    await write(1)
    const first = await find('1')
    assert.deepEqual({ ...first }, { written: 1 })
    assert.equal(await find('1'), first)
    assert.equal(reads, 1)
  })

  it('A write of this process is seen as soon as it is committed', async () => {
    for (const value of [1, 2, 3]) {
      await write(value)
      assert.equal((await find('1'))?.written, value)
    }
  })

  it('What is read while something else is written is not remembered', async () => {
    await write(1)
    // Each read may come before the commit, but none may be kept beyond it.
    const writing = write(2)
    const during = Promise.all([find('1'), find('1')])
    await writing
    await during
    assert.equal((await find('1'))?.written, 2)
  })

  it('A write of another process is seen after the delay that is promised', async () => {
    await write(1)
    await find('1')
    other.exec('update probes set written = 2')
    await sleep(ACCESS_DELAY_MS)
    assert.equal((await find('1'))?.written, 2)
  })

  it('What does not exist is looked for each time', async () => {
    assert.equal(await find('1'), undefined)
    assert.equal(await find('1'), undefined)
    assert.equal(reads, 2)
  })

  it('Executions and their journal leave it valid', async () => {
    await write(1)
    await find('1')
    await database.commits.submit(() => undefined, { atomic: true })
    await find('1')
    assert.equal(reads, 1)
  })

  it('It remembers a limited amount of data', async () => {
    const long = 'x'.repeat(1024 * 1024)
    const findLong = database.frequentRead(async (_queries, key) => {
      reads += 1
      return { key, long }
    })
    for (const key of ['1', '2', '3', '1', '2', '3']) await findLong(key)
    assert.equal(reads, 3)
    for (const key of ['4', '1', '2']) await findLong(key)
    assert.equal(reads, 6)
  })
})
