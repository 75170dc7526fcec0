import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { useWal } from './use-wal.ts'

describe('switching a SQLite file to a write-ahead log', () => {
  let folder: string
  let writer: DatabaseSync
  let database: DatabaseSync
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-wal-'))
    const file = join(folder, 'millrace.db')
    writer = new DatabaseSync(file)
    writer.exec('create table one (id integer)')
    writer.exec('begin immediate')
    database = new DatabaseSync(file, { timeout: 30_000 })
  })
  afterEach(() => {
    database.close()
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const journalMode = () => Object.values(database.prepare('pragma journal_mode').get() ?? {})

  it('It is tried again until another connection has written', () => {
    let pauses = 0
    useWal(database, () => {
      pauses += 1
      if (pauses === 3) writer.exec('commit')
    })
    assert.equal(pauses, 3)
    assert.deepEqual(journalMode(), ['wal'])
  })

  it('It fails when the other connection does not end its transaction', () => {
    assert.throws(() => useWal(database, () => {}), /database is locked/)
    assert.deepEqual(journalMode(), ['delete'])
  })

  it('Another failure is not tried again', () => {
    database.exec('begin')
    assert.throws(() => useWal(database, () => assert.fail('it was tried again')), /within a transaction/)
  })
})
