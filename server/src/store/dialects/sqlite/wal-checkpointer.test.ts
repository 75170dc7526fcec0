import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts'
import { WalCheckpointer } from './wal-checkpointer.ts'

const MIB = 1024 * 1024
const ROW = 'x'.repeat(64 * 1024)

describe('WalCheckpointer', () => {
  let folder: string
  let file: string
  let database: SqliteDatabase

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-wal-'))
    file = join(folder, 'millrace.db')
    database = openSqlite(file, { disk: { isLow: () => false }, onFatal: assert.fail })
    database.writer.exec('create table rows (id integer primary key, content text)')
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  async function writeMebibytes(count: number): Promise<void> {
    const insert = database.writer.prepare('insert into rows (content) values (?)')
    for (let written = 0; written < count * MIB; written += 16 * ROW.length) {
      await database.commits.submit(() => {
        for (let row = 0; row < 16; row += 1) insert.run(ROW)
      })
    }
  }

  it('a long write-ahead log is checkpointed in the background while the database is open', async () => {
    await writeMebibytes(8)
    while (statSync(file).size < 4 * MIB) await nextTurn()
    assert.ok(statSync(file).size >= 4 * MIB)
  })

  it('the write-ahead log restarts after a checkpoint instead of growing with every write', async () => {
    await writeMebibytes(40)
    while (statSync(file).size < 32 * MIB) await nextTurn()
    for (let round = 0; round < 6; round += 1) {
      await writeMebibytes(20)
      const wanted = (40 + (round + 1) * 20 - 40) * MIB
      while (statSync(file).size < wanted) await nextTurn()
    }
    const { count } = database.reader.prepare('select count(*) as count from rows').get() as { count: number }
    assert.equal(count, (160 * MIB) / ROW.length)
    assert.ok(statSync(`${file}-wal`).size < 120 * MIB, 'the log has grown with every write')
  })

  it('a log that cannot be looked at leaves checkpoints to SQLite', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const writer = new DatabaseSync(':memory:')
    const checkpointer = new WalCheckpointer('x'.repeat(300), writer)
    const limit = () => writer.prepare('pragma wal_autocheckpoint').get()
    assert.deepEqual(Object.values(limit() ?? {}), [0])
    t.mock.timers.tick(1_000)
    assert.deepEqual(Object.values(limit() ?? {}), [1_000])
    await checkpointer.close()
    writer.close()
  })

  it('checkpoints do not wait for another program that reads an older snapshot', async () => {
    const backup = new DatabaseSync(file)
    backup.exec('begin')
    backup.prepare('select count(*) from rows').get()
    await writeMebibytes(80)
    assert.deepEqual({ ...database.writer.prepare('pragma busy_timeout').get() }, { timeout: 5_000 })
    backup.exec('commit')
    backup.close()
    const { count } = database.reader.prepare('select count(*) as count from rows').get() as { count: number }
    assert.equal(count, (80 * MIB) / ROW.length)
  })

  it('a short write-ahead log is checkpointed only when the database is closed', async () => {
    await writeMebibytes(1)
    assert.ok(statSync(file).size < MIB)
    await database.close()
    assert.ok(statSync(file).size >= MIB)
    database = openSqlite(file, { disk: { isLow: () => false }, onFatal: assert.fail })
  })
})
