import assert from 'node:assert/strict'
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { AppError } from '#domain/index.ts'
import { checkIntegrity } from './check-integrity.ts'
import { migrateSqlite } from './sqlite-migrate.ts'
import { openSqlite } from './sqlite-database.ts'

const PAGE = 4096

describe('a damaged SQLite file', () => {
  let folder: string
  let whole: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'millrace-damaged-'))
    whole = join(folder, 'whole.db')
    const database = new DatabaseSync(whole)
    database.exec(
      'create table kept (id integer primary key, text text); create index by_text on kept (text)',
    )
    const insert = database.prepare('insert into kept (text) values (?)')
    database.exec('begin')
    for (let count = 0; count < 2_000; count += 1) insert.run(`row ${count} `.repeat(8))
    database.exec('commit')
    database.close()
  })
  after(() => rmSync(folder, { recursive: true }))

  function copy(name: string): string {
    const file = join(folder, name)
    copyFileSync(whole, file)
    return file
  }

  it('is refused with advice, and stays as it was', () => {
    const truncated = copy('truncated.db')
    truncateSync(truncated, PAGE * 10)
    const overwritten = copy('overwritten.db')
    const descriptor = openSync(overwritten, 'r+')
    for (let page = 2; page < 40; page += 1)
      writeSync(descriptor, Buffer.alloc(PAGE, 0xee), 0, PAGE, page * PAGE)
    const other = join(folder, 'other.db')
    writeFileSync(other, 'This is no database at all. '.repeat(400))
    for (const [file, problem] of [
      [truncated, /is damaged: database disk image is malformed\./],
      [overwritten, /is damaged: \S/],
      [other, /is damaged: file is not a database\./],
    ] as const) {
      const bytes = readFileSync(file)
      for (const open of [checkIntegrity, (path: string) => migrateSqlite(path, () => 0)]) {
        assert.throws(
          () => open(file),
          (error: Error) =>
            problem.test(error.message) &&
            / Nothing was changed\. Keep a copy .* restore your latest backup/.test(error.message),
        )
      }
      assert.ok(readFileSync(file).equals(bytes), `${file} was changed`)
    }
  })

  it('is not what a whole, a new or an empty file is', () => {
    checkIntegrity(whole)
    checkIntegrity(join(folder, 'absent.db'))
    const empty = join(folder, 'empty.db')
    writeFileSync(empty, '')
    checkIntegrity(empty)
  })

  it('is found while the service runs if it is too large to be checked before', async () => {
    const file = join(folder, 'large.db')
    const large = new DatabaseSync(file)
    large.exec('pragma synchronous = off; pragma journal_mode = off')
    large.exec('create table first (id integer primary key, text text)')
    large.exec(
      `insert into first (text) select hex(randomblob(1000)) from json_each('[${'0,'.repeat(99)}0]')`,
    )
    large.exec('create table rest (bytes blob)')
    large.exec(`insert into rest values (zeroblob(${130 * 1024 * 1024}))`)
    large.close()
    for (const isWhole of [true, false]) {
      if (!isWhole) {
        const descriptor = openSync(file, 'r+')
        for (let page = 4; page < 20; page += 1)
          writeSync(descriptor, Buffer.alloc(PAGE, 0xee), 0, PAGE, page * PAGE)
        closeSync(descriptor)
      }
      checkIntegrity(file)
      const damages: unknown[] = []
      const database = openSqlite(file, {
        disk: { isLow: () => false },
        onFatal: assert.fail,
        onDamage: (error) => damages.push(error),
      })
      assert.equal(await database.backgroundCheck.run(), isWhole ? 'whole' : 'damaged')
      assert.equal(damages.length, isWhole ? 0 : 1)
      const write = database.commits.submit(() => database.writer.exec('create table more (id integer)'))
      await (isWhole
        ? write
        : assert.rejects(write, (error) => error instanceof AppError && error.details['damaged'] === true))
      await database.close()
    }
    const small = openSqlite(copy('small.db'), { disk: { isLow: () => false }, onFatal: assert.fail })
    assert.equal(await small.backgroundCheck.run(), undefined)
    await small.close()
  })

  it('refuses all writes as soon as a statement meets the damage', async () => {
    for (const meets of ['a write', 'a read'] as const) {
      const file = copy(`live ${meets}.db`)
      const damages: unknown[] = []
      const database = openSqlite(file, {
        disk: { isLow: () => false },
        onFatal: assert.fail,
        onDamage: (error) => damages.push(error),
      })
      await database.commits.submit(() => database.writer.exec("insert into kept (text) values ('before')"))
      database.writer.exec('pragma wal_checkpoint(truncate)')
      for (const connection of [database.writer, database.reader]) connection.exec('pragma shrink_memory')
      const descriptor = openSync(file, 'r+')
      for (let page = 1; page < 60; page += 1)
        writeSync(descriptor, Buffer.alloc(PAGE, 0xee), 0, PAGE, page * PAGE)
      const scan = 'select count(*) as n from kept where text like ?'
      if (meets === 'a read') {
        await assert.rejects(
          async () =>
            database.read.executeQuery({
              sql: scan,
              parameters: ['x'],
              query: {} as never,
              queryId: {} as never,
            }),
          /malformed/,
        )
      } else {
        const write = database.commits.submit(() =>
          database.writer.exec("update kept set text = text || 'x'"),
        )
        await assert.rejects(write, isDamaged)
      }
      assert.equal(damages.length, 1)
      await assert.rejects(
        database.commits.submit(() => assert.fail('it was written'), { durable: false }),
        isDamaged,
      )
      assert.equal(damages.length, 1)
      await database.close().catch(() => undefined)
    }
  })
})

function isDamaged(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.kind === 'unavailable' &&
    error.details['damaged'] === true &&
    /^The database is damaged, so nothing is written\. Stop the service, .* backup\.$/.test(error.message)
  )
}
