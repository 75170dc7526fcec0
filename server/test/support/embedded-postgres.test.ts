import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { createTestDatabase, startPostgres, type TestDatabase } from './embedded-postgres.ts'

describe('A test database', () => {
  let database: TestDatabase
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  it('A test database is empty, in UTF-8, and compares text by bytes', async () => {
    const tables = "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'"
    assert.deepEqual(await query(database.url, tables), [{ n: 0 }])
    assert.deepEqual(await query(database.url, 'SHOW server_encoding'), [{ server_encoding: 'UTF8' }])
    assert.deepEqual(await query(database.url, "SELECT 'Z' < 'a' AS ok, 'z' < 'ä' AS ok2"), [
      { ok: true, ok2: true },
    ])
  })

  it('A test database shares nothing with another one', async () => {
    const other = await createTestDatabase()
    await query(database.url, 'CREATE TABLE only_here (n int)')
    await assert.rejects(query(other.url, 'SELECT * FROM only_here'), { code: '42P01' })
    await other.drop()
  })

  it('A test database can be dropped while a connection is open', async () => {
    const other = await createTestDatabase()
    const client = new Client({ connectionString: other.url })
    const ended = new Promise((resolve) => client.on('error', resolve))
    await client.connect()
    await other.drop()
    assert.match(String(await ended), /terminat/)
    await assert.rejects(query(other.url, 'SELECT 1'), { code: '3D000' })
  })
})

it('A separate PostgreSQL server is gone, with its files, once it is stopped', async () => {
  const server = await startPostgres()
  const [row] = await query(server.url, 'SHOW data_directory')
  const folder = String(row?.['data_directory'])
  assert.ok(folder.startsWith('/'))
  await server.stop()
  assert.equal(existsSync(folder), false)
  await assert.rejects(query(server.url, 'SELECT 1'), { code: 'ECONNREFUSED' })
})

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(statement)
    return result.rows
  } finally {
    await client.end()
  }
}
