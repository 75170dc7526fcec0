import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase } from '#test/support/embedded-postgres.ts'
import { FIXTURES } from './fixtures.ts'
import { makeFixtures } from './make-fixtures.ts'
import { queryPostgres, readPostgresRows, readSqliteRows, type Rows } from './rows.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../..')
const TIMEOUT_MS = 600_000

describe('the fixtures of this release, for the next one', { timeout: TIMEOUT_MS }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-fixtures-'))
    await makeFixtures(REPOSITORY, folder)
  })
  after(() => rm(folder, { recursive: true }))

  const emptyTables = (rows: Rows) =>
    [...rows].filter(([, list]) => list.length === 0).map(([table]) => table)

  it('The script fills every table that a SQLite database uses', () => {
    // The contents of files are in a folder.
    assert.deepEqual(emptyTables(readSqliteRows(join(folder, FIXTURES.sqlite.data))), ['file_chunks'])
  })

  it('The script fills every table of a PostgreSQL database', async () => {
    const database = await createTestDatabase()
    try {
      const dump = await readFile(join(folder, FIXTURES.postgres.data), 'utf8')
      await queryPostgres(database.url, (query) => query(dump))
      assert.deepEqual(emptyTables(await readPostgresRows(database.url)), [])
    } finally {
      await database.drop()
    }
  })

  it('The fixtures name neither a folder nor the name of the machine that created them', async () => {
    // Its beginning is that of all temporary folders. `/tmp` alone can occur by chance where bytes are written in Base64.
    const temporary = join(tmpdir(), 'millrace-')
    for (const { data, recording } of [FIXTURES.sqlite, FIXTURES.postgres]) {
      for (const file of [data, recording]) {
        const text = await readFile(join(folder, file), 'latin1')
        for (const word of [REPOSITORY, temporary]) assert.ok(!text.includes(word), `${file}: ${word}`)
        assert.ok(!text.includes(`//${hostname()}`), file)
      }
    }
  })
})
