import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts'

describe('a SQLite database', () => {
  let folder: string
  let file: string
  let database: SqliteDatabase
  let isClosed: boolean

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-sqlite-'))
    file = join(folder, 'data', 'millrace.db')
    database = openSqlite(file, { disk: { isLow: () => false }, onFatal: assert.fail })
    database.writer.exec('create table parents (id integer primary key)')
    isClosed = false
  })
  afterEach(async () => {
    if (!isClosed) await database.close()
    rmSync(folder, { recursive: true })
  })

  const pragma = (connection: DatabaseSync, name: string) =>
    Object.values(connection.prepare(`pragma ${name}`).get() ?? {})[0]

  it('a SQLite database uses WAL, full synchronisation, foreign keys and an untrusted schema', () => {
    for (const connection of [database.writer, database.reader]) {
      assert.equal(pragma(connection, 'journal_mode'), 'wal')
      assert.equal(pragma(connection, 'foreign_keys'), 1)
      assert.equal(pragma(connection, 'trusted_schema'), 0)
      assert.equal(pragma(connection, 'busy_timeout'), 5_000)
    }
    assert.equal(pragma(database.writer, 'synchronous'), 2)
  })

  it('the synchronous mode of a SQLite database can change only between transactions', () => {
    database.writer.exec('begin')
    assert.throws(() => database.writer.exec('pragma synchronous = normal'), /inside a transaction/)
    database.writer.exec('rollback')
    assert.equal(pragma(database.writer, 'synchronous'), 2)
  })

  it('the read connection of a SQLite database rejects writes', () => {
    assert.throws(() => database.reader.exec('insert into parents values (1)'), /readonly database/)
  })

  it(
    'the folder of a SQLite database is accessible only to the user of the process',
    { skip: process.platform === 'win32' },
    () => {
      assert.equal(statSync(join(folder, 'data')).mode & 0o777, 0o700)
    },
  )

  it('a closed SQLite database is complete in its one file', async () => {
    await database.commits.submit(() => database.writer.exec('insert into parents values (7)'))
    await database.close()
    isClosed = true
    assert.equal(existsSync(`${file}-wal`), false)
    const copy = join(folder, 'copy.db')
    copyFileSync(file, copy)
    const copied = new DatabaseSync(copy)
    assert.deepEqual({ ...copied.prepare('select id from parents').get() }, { id: 7 })
    copied.close()
  })

  it('closing a SQLite database finishes submitted writes first', async () => {
    const write = database.commits.submit(() => database.writer.exec('insert into parents values (8)'))
    await database.close()
    isClosed = true
    await write
    const reopened = new DatabaseSync(file)
    assert.deepEqual({ ...reopened.prepare('select id from parents').get() }, { id: 8 })
    reopened.close()
  })
})
